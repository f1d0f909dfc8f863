import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type GrantablePermission, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { type Call, onlyReads, routeOf } from './operations/call';
import { useOperationName } from './operations/useOperationName';

interface OpenedButtonsProps {
  id: string;
  permission: GrantablePermission;
}

/** Which buttons a permission opens by itself, and what it lets see; what it implies is only named. */
export function OpenedButtons({
  id,
  permission: { code, operations, implies },
}: OpenedButtonsProps) {
  const { permission } = useMessages();
  const { roles: m } = useAdminMessages();
  const changing = operations.filter((call) => !onlyReads(call));
  return (
    <Box
      id={id}
      role="group"
      aria-label={m.opensOf(permission[code])}
      sx={{ ml: 3.75, mb: 1, display: 'grid', gap: 0.5 }}
    >
      {operations.length === 0 && <Note text={m.opensNothing} />}
      <CallList title={m.changing} calls={changing} />
      <CallList title={m.reading} calls={operations.filter(onlyReads)} />
      {implies.map((one) => (
        <Note key={one} text={m.opensToo(permission[one])} />
      ))}
    </Box>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ m: 0 }}>
      {text}
    </Typography>
  );
}

/** Calls by what the screens call them. */
function CallList({ title, calls }: { title: string; calls: readonly Call[] }) {
  const nameOf = useOperationName();
  if (calls.length === 0) return null;
  return (
    <Box>
      <Typography variant="caption" component="div" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography
        variant="caption"
        component="ul"
        aria-label={title}
        sx={{ m: 0, pl: 2, display: 'block', overflowWrap: 'anywhere' }}
      >
        {calls.map((call) => (
          <li key={call.operation}>{nameOf(call) ?? routeOf(call)}</li>
        ))}
      </Typography>
    </Box>
  );
}
