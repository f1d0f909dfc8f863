import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  errorText,
  ForgottenLink,
  type Login,
  type Me,
  NOTIFICATION_MS,
  SignInForm,
  SingleSignOn,
  useConfigQuery,
} from '@scenedock/ui-kit';
import { useAuthProvider, useCheckAuth, useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { isStaff, whoAmI } from '../providers/authProvider';
import { goToDuty } from '../providers/goToDuty';
import { FORGOTTEN_PASSWORD } from './addresses';
import { LoginFrame } from './LoginFrame';
import { usePasswordNotice } from './usePasswordNotice';

/** Sign-in for staff; an applicant is shown the way to the portal. */
export function LoginPage() {
  const m = useAdminMessages();
  const config = useConfigQuery();
  return (
    <LoginFrame title={m.login.title}>
      <LoginForm />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {m.login.staffOnly}
      </Typography>
      {config.data?.demo && (
        <Alert severity="info" icon={false} sx={{ mt: 2 }}>
          {m.login.demo}
        </Alert>
      )}
    </LoginFrame>
  );
}

function LoginForm() {
  const m = useAdminMessages();
  const authProvider = useAuthProvider();
  const goOn = useContinue();
  const notify = useNotify();
  const navigate = useNavigate();
  const [outsider, setOutsider] = useState<string | null>(null);
  const warn = usePasswordNotice();
  useReturnWhenSignedIn(warn);
  const signIn = async (credentials: Login) => {
    setOutsider(null);
    const me: Me = await authProvider?.login(credentials);
    if (me.duty) {
      goToDuty();
      return true;
    }
    if (isStaff(me)) {
      warn(me);
      goOn();
    } else setOutsider(me.loginName);
    return isStaff(me);
  };
  return (
    <>
      <SignInForm
        signIn={signIn}
        onRefused={(error) =>
          notify(errorText(error, m.login.failed), { type: 'error', ...CORNER })
        }
        forgotten={<ForgottenLink onOpen={() => navigate(FORGOTTEN_PASSWORD)} />}
        notice={
          outsider === null ? null : (
            <Alert severity="warning">
              {m.login.notStaff(outsider)} <Link href="/">{m.login.toPortal}</Link>
            </Alert>
          )
        }
      />
      <SingleSignOn returnTo="/admin/" />
    </>
  );
}

/** Someone who is signed in already (in the portal, say, or by single sign-on) goes straight on. */
function useReturnWhenSignedIn(warn: (me: Me) => void) {
  const checkAuth = useCheckAuth();
  const authProvider = useAuthProvider();
  const goOn = useContinue();
  useEffect(() => {
    checkAuth({}, false)
      .then(whoAmI)
      .then((me) => {
        if (isStaff(me)) {
          warn(me);
          goOn();
        }
      })
      .catch(() => undefined);
  }, [checkAuth, authProvider, goOn, warn]);
}

function useContinue(): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  const [target] = useState(() => {
    const state = location.state as { nextPathname?: string; nextSearch?: string } | null;
    return state?.nextPathname ? `${state.nextPathname}${state.nextSearch ?? ''}` : '/';
  });
  const [goOn] = useState(() => () => void navigate(target, { replace: true }));
  return goOn;
}

/** Where and how long a refused sign-in is told (portal specification, section 7). */
const CORNER = {
  autoHideDuration: NOTIFICATION_MS,
  anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
} as const;
