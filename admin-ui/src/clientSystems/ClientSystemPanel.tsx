import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  type ClientSystem,
  clientSystems,
  Facts,
  formatBytes,
  formatTime,
  NotFoundState,
  QueryResult,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { whole } from '../parts/figures/numbers';
import { PageHead } from '../parts/PageHead';
import { Panel } from '../parts/Panel';
import { WayBack } from '../parts/WayBack';
import { SystemDialog } from './SystemDialog';
import { TakenToday } from './TakenToday';
import { TokenList } from './TokenList';
import { UseFigures } from './UseFigures';

/** There are no more of them in all. */
const MAX_SYSTEMS = 200;

interface ClientSystemPanelProps {
  id: string;
  onClose: () => void;
}

/** One client system: what it may, its tokens, and what it took. */
export function ClientSystemPanel({ id, onClose }: ClientSystemPanelProps) {
  const { clientSystems: m } = useAdminMessages();
  const query = useQuery({
    queryKey: ['dataSyncDb', 'one', id],
    queryFn: async ({ signal }) => {
      const { items } = await clientSystems.list({ page: 1, pageSize: MAX_SYSTEMS }, { signal });
      return items.find((one) => one.id === id) ?? null;
    },
  });
  const [changing, setChanging] = useState(false);
  const system = query.data ?? undefined;
  return (
    <>
      <PageHead title={system === undefined ? m.title : system.name || system.loginName}>
        <Button onClick={onClose}>{m.back}</Button>
        {system !== undefined && (
          <Button variant="outlined" onClick={() => setChanging(true)}>
            {m.change}
          </Button>
        )}
      </PageHead>
      <QueryResult query={query}>
        {(found) =>
          found === null ? (
            <NotFoundState title={m.missing} back={<WayBack onClick={onClose} />} />
          ) : (
            <Stack spacing={2}>
              {found.off && <Alert severity="warning">{m.offHint}</Alert>}
              <SystemFacts system={found} />
              <TokenList system={found} />
              <UseFigures id={id} />
            </Stack>
          )
        }
      </QueryResult>
      {changing && <SystemDialog system={system} onClose={() => setChanging(false)} />}
    </>
  );
}

function SystemFacts({ system }: { system: ClientSystem }) {
  const { common, permission } = useMessages();
  const { clientSystems: m } = useAdminMessages();
  const { today } = system;
  const held = system.permissions.map((code) => permission[code] ?? code);
  return (
    <Panel title={m.facts}>
      <Facts
        layout="grid"
        facts={[
          [m.loginName, system.loginName],
          [m.unit, system.unit],
          [m.validUntil, system.validUntil === null ? m.always : formatTime(system.validUntil)],
          [
            m.callsToday,
            <TakenToday
              key="calls"
              taken={today.calls}
              quota={system.callsADay}
              write={whole}
              refused={today.refused}
            />,
          ],
          [
            m.bytesToday,
            <TakenToday
              key="bytes"
              taken={today.bytes}
              quota={system.bytesADay}
              write={formatBytes}
            />,
          ],
          [m.lastUsed, system.lastUsedAt === null ? m.never : formatTime(system.lastUsedAt)],
          [m.added, m.createdBy(system.createdBy, formatTime(system.createdAt))],
          [m.note, system.note, true],
          [m.permissions, held.join(common.listComma), true],
        ]}
      />
    </Panel>
  );
}
