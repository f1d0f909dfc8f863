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
            {m.role[role]} {role}
          </Button>
        ))}
      </Stack>
    </Alert>
  );
}
