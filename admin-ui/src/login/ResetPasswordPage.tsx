import Button from '@mui/material/Button';
import { NewPasswordForm, usePasswordResetTexts } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { FORGOTTEN_PASSWORD, RESET_PASSWORD } from './addresses';
import { LoginFrame } from './LoginFrame';

/** Sets another password, with the link of a mail. All of this app's addresses stand behind the `#`, and so does the token. */
export function ResetPasswordPage() {
  const t = usePasswordResetTexts();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const carried = params.get('token') ?? '';
  const [token] = useState(carried);
  useEffect(() => {
    // What opens the door does not stay in the address, nor in the history.
    if (carried !== '') navigate(RESET_PASSWORD, { replace: true });
  }, [carried, navigate]);
  return (
    <LoginFrame title={t.title}>
      <NewPasswordForm
        token={token}
        // Loaded anew: whoever was signed in here is not any more.
        toSignIn={
          <Button variant="contained" size="large" href="/admin/" fullWidth>
            {t.toSignIn}
          </Button>
        }
        askAgain={
          <Button
            component={Link}
            to={FORGOTTEN_PASSWORD}
            variant="contained"
            size="large"
            fullWidth
          >
            {t.askAgain}
          </Button>
        }
      />
    </LoginFrame>
  );
}
