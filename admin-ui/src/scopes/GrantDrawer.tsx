import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  type Fact,
  Facts,
  formatTime,
  QueryResult,
  type ScopeGrant,
  ToneChip,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { MapBox } from '../parts/area/AreaOutline';
import { OutlineMap } from '../parts/map/OutlineMap';
import { Panel } from '../parts/Panel';
import { SideDrawer } from '../parts/SideDrawer';
import { useGrantWords } from '../parts/useGrantWords';
import { WayBack } from '../parts/WayBack';
import { useStoredGrant } from './useStoredGrant';

interface GrantDrawerProps {
  id: string;
  onEdit: (grant: ScopeGrant) => void;
  onRevoke: (grant: ScopeGrant) => void;
  onClose: () => void;
}

/** One grant: to whom, of what, and where on the map. */
export function GrantDrawer({ id, onClose, ...rest }: GrantDrawerProps) {
  const { scopes: m } = useAdminMessages();
  const { nameOf } = useGrantWords();
  const query = useStoredGrant(id);
  return (
    <SideDrawer
      title={query.data ? m.grantOf(nameOf(query.data)) : m.grant}
      width={520}
      onClose={onClose}
      chips={query.data?.valid === false && <ToneChip tone="neutral" label={m.expired} />}
    >
      <QueryResult query={query} back={<WayBack onClick={onClose} />}>
        {(grant) => <Grant grant={grant} {...rest} />}
      </QueryResult>
    </SideDrawer>
  );
}

type GrantProps = Pick<GrantDrawerProps, 'onEdit' | 'onRevoke'> & { grant: ScopeGrant };

function Grant({ grant, onEdit, onRevoke }: GrantProps) {
  const { scopes: m } = useAdminMessages();
  const { nameOf, nodesOf, areaOf, untilOf } = useGrantWords();
  const facts: Fact[] = [
    [m.subject, nameOf(grant)],
    [m.nodes, nodesOf(grant.nodeIds)],
    [m.area, areaOf(grant)],
    [m.until, untilOf(grant.until)],
    [m.note, grant.note],
    [m.by, grant.createdBy],
    [m.created, formatTime(grant.created)],
  ];
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => onEdit(grant)}>
          {m.edit}
        </Button>
        <Button variant="outlined" color="error" onClick={() => onRevoke(grant)}>
          {m.revoke}
        </Button>
      </Stack>
      <Panel title={m.grant}>
        <Facts facts={facts} />
      </Panel>
      {grant.hasArea && (
        <MapBox>
          <OutlineMap wkt={grant.wkt ?? ''} label={m.mapOf(areaOf(grant))} />
        </MapBox>
      )}
    </>
  );
}
