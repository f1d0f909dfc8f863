import Button from '@mui/material/Button';
import {
  errorText,
  NOTIFICATION_MS,
  ResetRequestForm,
  usePasswordResetTexts,
} from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { Link } from 'react-router-dom';
import { LoginFrame } from './LoginFrame';

/** Asks for a link to set another password. */
export function ForgottenPasswordPage() {
  const t = usePasswordResetTexts();
  const notify = useNotify();
  return (
    <LoginFrame title={t.requestTitle}>
      <ResetRequestForm
        onRefused={(error) =>
          notify(errorText(error, t.sendFailed), {
            type: 'error',
            autoHideDuration: NOTIFICATION_MS,
          })
        }
        back={
          <Button component={Link} to="/login">
            {t.backToSignIn}
          </Button>
        }
      />
    </LoginFrame>
  );
}
