import { ResetPassword, usePasswordResetTexts } from '@scenedock/ui-kit';
import { useLocation } from 'react-router';
import { withEntrance } from '../session/signInPath';
import { SetUpFrame } from './SetUpFrame';

/** Sets another password; the token stands behind the `#`, which no server reads. */
export default function ResetPasswordPage() {
  const t = usePasswordResetTexts();
  const { hash } = useLocation();
  return (
    <SetUpFrame title={t.title} maxWidth={480}>
      <ResetPassword
        carried={hash.slice(1)}
        page="/resetPassword"
        signIn="/signIn"
        forgotten={{ pathname: '/search', search: withEntrance('', 'forgotten') }}
      />
    </SetUpFrame>
  );
}
