import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  type ClientSystem,
  ConfirmDialog,
  EmptyState,
  formatBytes,
  formatTime,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { USERS } from '../layout/menuPages';
import { whole } from '../parts/figures/numbers';
import { Column } from '../parts/list/Column';
import { ListPages } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { OpenLink } from '../parts/list/OpenLink';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { TakenToday } from './TakenToday';

interface ClientSystemTableProps {
  onOpen: (id: string) => void;
  onChange: (system: ClientSystem) => void;
}

/** The systems, and what each took today of what it may. */
export function ClientSystemTable({ onOpen, onChange }: ClientSystemTableProps) {
  const { common } = useMessages();
  const { clientSystems: m } = useAdminMessages();
  return (
    <ListRows
      label={m.title}
      minWidth={720}
      empty={<EmptyState title={m.empty} hint={m.emptyHint} action={<UsersLink />} />}
      below={<ListPages />}
    >
      <Column<ClientSystem>
        source="name"
        label={m.name}
        minWidth={200}
        render={(system) => <Name system={system} onOpen={onOpen} />}
      />
      <Column<ClientSystem>
        source="note"
        label={m.note}
        minWidth={160}
        render={({ note }) => <Clamped text={note || '—'} />}
      />
      <Column<ClientSystem>
        source="calls"
        label={m.callsToday}
        numeric
        render={({ today, callsADay }) => (
          <TakenToday taken={today.calls} quota={callsADay} write={whole} refused={today.refused} />
        )}
      />
      <Column<ClientSystem>
        source="bytes"
        label={m.bytesToday}
        numeric
        render={({ today, bytesADay }) => (
          <TakenToday taken={today.bytes} quota={bytesADay} write={formatBytes} />
        )}
      />
      <Column<ClientSystem>
        source="tokens"
        label={m.tokens}
        width={70}
        numeric
        render={({ tokens }) => whole(tokens)}
      />
      <Column<ClientSystem>
        source="lastUsed"
        label={m.lastUsed}
        width={130}
        afterNumbers
        render={({ lastUsedAt }) => (lastUsedAt === null ? m.never : formatTime(lastUsedAt))}
      />
      <Column<ClientSystem>
        source="operations"
        label={common.operations}
        render={(system) => <Steps system={system} onChange={() => onChange(system)} />}
      />
    </ListRows>
  );
}

/** Where the account is made that comes first. */
function UsersLink() {
  const { users } = useAdminMessages();
  if (!useMay('/user/list')) return null;
  return (
    <Button variant="outlined" component={Link} to={USERS}>
      {users.title}
    </Button>
  );
}

interface NameProps {
  system: ClientSystem;
  onOpen: (id: string) => void;
}

function Name({ system: { id, name, loginName, unit, off }, onOpen }: NameProps) {
  const { clientSystems: m } = useAdminMessages();
  const shownName = name || loginName;
  return (
    <div>
      <OpenLink name={shownName} label={m.open(shownName)} onOpen={() => onOpen(id)} />
      <Typography variant="caption" component="div" color="textSecondary">
        {[loginName, unit].filter(Boolean).join(' · ')}
      </Typography>
      {off && <ToneChip tone="neutral" label={m.off} />}
    </div>
  );
}

interface StepsProps {
  system: ClientSystem;
  onChange: () => void;
}

function Steps({ system, onChange }: StepsProps) {
  const { clientSystems: m } = useAdminMessages();
  const provider = useDataProvider();
  const { run, busy } = useCall(['dataSyncDb']);
  const [asking, setAsking] = useState(false);
  const remove = () =>
    void run(() => provider.delete('dataSyncDb', { id: system.id }), {
      ok: m.done,
      failed: m.failed,
    }).then((outcome) => {
      if (outcome !== 'failed') setAsking(false);
    });
  return (
    <Stack direction="row" sx={{ flexWrap: { sm: 'wrap', lg: 'nowrap' } }}>
      <Button onClick={onChange}>{m.change}</Button>
      <Button color="error" onClick={() => setAsking(true)}>
        {m.remove}
      </Button>
      {asking && (
        <ConfirmDialog
          danger
          text={m.removeText(system.name || system.loginName)}
          busy={busy}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}
