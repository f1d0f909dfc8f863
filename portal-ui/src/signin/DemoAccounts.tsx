import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMessages } from '@scenedock/ui-kit';

const ROLES = ['applicant', 'admin', 'operator'] as const;

/** The accounts of a demonstration system, which the server only has in demo mode. */
const PASSWORD = 'Scenedock1';

type Props = { onPick: (account: { loginName: string; password: string }) => void };

export function DemoAccounts({ onPick }: Props) {
  const m = useMessages();
  // In English an account may be called just as its role is.
  const nameOf = (role: (typeof ROLES)[number]) =>
    m.role[role].toLowerCase() === role ? m.role[role] : `${m.role[role]} ${role}`;
  return (
    <Alert severity="info" icon={false}>
      {m.auth.demoTitle} · {m.auth.demoPassword(PASSWORD)}
      <Stack direction="row" sx={{ mt: 1, gap: 0.75, flexWrap: 'wrap' }}>
        {ROLES.map((role) => (
          <Button
            key={role}
            variant="outlined"
            onClick={() => onPick({ loginName: role, password: PASSWORD })}
          >
            {nameOf(role)}
          </Button>
        ))}
      </Stack>
    </Alert>
  );
}
