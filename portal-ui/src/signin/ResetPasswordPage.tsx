import Button from '@mui/material/Button';
import { NewPasswordForm, usePasswordResetTexts } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { withEntrance } from '../session/signInPath';
import { SetUpFrame } from './SetUpFrame';

/** Sets another password, with the link of a mail. */
export default function ResetPasswordPage() {
  const t = usePasswordResetTexts();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => hash.slice(1));
  useEffect(() => {
    // What opens the door does not stay in the address, nor in the history.
    if (hash !== '') navigate('/resetPassword', { replace: true });
  }, [hash, navigate]);
  return (
    <SetUpFrame title={t.title} maxWidth={480}>
      <NewPasswordForm
        token={token}
        // Loaded anew: whoever was signed in here is not any more.
        toSignIn={
          <Button variant="contained" size="large" href="/signIn" fullWidth>
            {t.toSignIn}
          </Button>
        }
        askAgain={
          <Button
            component={Link}
            to={{ pathname: '/search', search: withEntrance('', 'forgotten') }}
            variant="contained"
            size="large"
            fullWidth
          >
            {t.askAgain}
          </Button>
        }
      />
    </SetUpFrame>
  );
}
