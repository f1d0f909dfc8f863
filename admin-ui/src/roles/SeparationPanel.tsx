import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type AdministratorKind,
  formatTime,
  oversight,
  QueryResult,
  type Separation,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useMay } from '../providers/useMe';
import { SeparationDialog } from './SeparationDialog';
import { ROLES_TOPIC } from './useRoles';

/** Whether system, security and audit administrators are kept apart, and who is which. */
export function SeparationPanel() {
  const query = useQuery({
    queryKey: [...ROLES_TOPIC, 'separation'],
    queryFn: ({ signal }) => oversight.separation({ signal }),
  });
  return (
    <QueryResult query={query}>{(separation) => <Kinds separation={separation} />}</QueryResult>
  );
}

function Kinds({ separation }: { separation: Separation }) {
  const { since, byLoginName, kinds } = separation;
  const { roles } = useAdminMessages();
  const m = roles.separation;
  const mayBegin = useMay('/role/grant');
  const [beginning, setBeginning] = useState(false);
  return (
    <Stack sx={{ p: 2, gap: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 720 }}>
        {m.intro}
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="subtitle2" component="p">
          {since === null ? m.off : m.on(formatTime(since), byLoginName)}
        </Typography>
        {since === null && mayBegin && (
          <Button variant="contained" size="medium" onClick={() => setBeginning(true)}>
            {m.begin}
          </Button>
        )}
        {since !== null && (
          <Typography variant="body2" color="textSecondary">
            {m.ending}
          </Typography>
        )}
      </Stack>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' },
        }}
      >
        {kinds.map(({ kind, people }) => (
          <Kind key={kind} kind={kind} people={people} />
        ))}
      </Box>
      {beginning && (
        <SeparationDialog separation={separation} onClose={() => setBeginning(false)} />
      )}
    </Stack>
  );
}

interface KindProps {
  kind: AdministratorKind;
  people: Separation['kinds'][number]['people'];
}

function Kind({ kind, people }: KindProps) {
  const { roles } = useAdminMessages();
  const m = roles.separation;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
      <Typography variant="subtitle2" component="h2">
        {m.kinds[kind]}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {m.duties[kind]}
      </Typography>
      <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
        {people.length === 0 && <Typography variant="body2">{m.nobody}</Typography>}
        {people.map(({ id, loginName, name, able }) => (
          <Chip
            key={id}
            size="small"
            variant="outlined"
            label={[name === '' ? loginName : `${name} (${loginName})`, able ? '' : m.unable]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </Stack>
    </Box>
  );
}
