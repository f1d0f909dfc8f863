import { ResetPassword, usePasswordResetTexts } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';
import { FORGOTTEN_PASSWORD, RESET_PASSWORD } from './addresses';
import { LoginFrame } from './LoginFrame';

/** Sets another password. All of this app's addresses stand behind the `#`, and so does the token. */
export function ResetPasswordPage() {
  const t = usePasswordResetTexts();
  const [params] = useSearchParams();
  return (
    <LoginFrame title={t.title}>
      <ResetPassword
        carried={params.get('token') ?? ''}
        page={RESET_PASSWORD}
        signIn="/admin/"
        forgotten={FORGOTTEN_PASSWORD}
      />
    </LoginFrame>
  );
}
