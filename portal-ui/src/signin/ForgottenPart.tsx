import Button from '@mui/material/Button';
import { errorText, ResetRequestForm, usePasswordResetTexts } from '@scenedock/ui-kit';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { useEntrance } from '../session/useEntrance';

/** Asks for a link to set another password. */
export function ForgottenPart() {
  const t = usePasswordResetTexts();
  const notify = useNotice();
  const { switchTo } = useEntrance();
  return (
    <ResetRequestForm
      onRefused={(error) => notify(errorText(error, t.sendFailed), 'error', NOTIFICATION)}
      back={<Button onClick={() => switchTo('signIn')}>{t.backToSignIn}</Button>}
    />
  );
}
