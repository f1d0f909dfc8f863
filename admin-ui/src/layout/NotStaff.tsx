import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useLogout } from 'react-admin';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** What an applicant sees here: why not, and where to. */
export function NotStaff({ loginName }: { loginName: string }) {
  const m = useAdminMessages();
  const logout = useLogout();
  return (
    <Stack component="main" sx={{ minHeight: '100vh', alignItems: 'center', pt: '18vh', px: 2 }}>
      <Paper variant="outlined" sx={{ p: 4, width: '100%', maxWidth: 440 }}>
        <Typography component="h1" variant="h1" sx={{ mb: 2 }}>
          {m.title}
        </Typography>
        <Alert severity="warning" sx={{ mb: 3 }}>
          {m.login.notStaff(loginName)}
        </Alert>
        <Stack direction="row" spacing={2}>
          <Button variant="contained" href="/" size="medium">
            {m.login.toPortal}
          </Button>
          <Button variant="outlined" size="medium" onClick={() => void logout()}>
            {m.login.otherAccount}
          </Button>
        </Stack>
      </Paper>
    </Stack>
  );
}
