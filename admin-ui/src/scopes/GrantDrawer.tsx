import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Fact,
  Facts,
  formatTime,
  QueryResult,
  type ScopeGrant,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { OutlineMap } from '../parts/map/OutlineMap';
import { MapBox, useStoredGrant } from './GrantOutline';
import { useGrantWords } from './useGrantWords';

interface GrantDrawerProps {
  id: string;
  onEdit: (grant: ScopeGrant) => void;
  onRevoke: (grant: ScopeGrant) => void;
  onClose: () => void;
}

/** One grant: to whom, of what, and where on the map. */
export function GrantDrawer({ id, onClose, ...rest }: GrantDrawerProps) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const { nameOf } = useGrantWords();
  const query = useStoredGrant(id);
  const headingId = useId();
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': headingId,
          sx: { width: { xs: '100%', sm: 520 }, bgcolor: 'background.default' },
        },
      }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', gap: 1, px: 2, py: 1, bgcolor: 'background.paper' }}
      >
        <Typography id={headingId} component="h2" variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {query.data ? m.grantOf(nameOf(query.data)) : m.grant}
        </Typography>
        {query.data?.valid === false && <ToneChip tone="neutral" label={m.expired} />}
        <Box sx={{ flex: 1 }} />
        <IconButton aria-label={common.close} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Stack>
      <Stack spacing={2} sx={{ p: 2 }}>
        <QueryResult query={query}>{(grant) => <Grant grant={grant} {...rest} />}</QueryResult>
      </Stack>
    </Drawer>
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
      <Facts facts={facts} />
      {grant.hasArea && (
        <MapBox>
          <OutlineMap wkt={grant.wkt ?? ''} label={m.mapOf(areaOf(grant))} />
        </MapBox>
      )}
    </>
  );
}
