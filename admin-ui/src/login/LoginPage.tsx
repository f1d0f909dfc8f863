import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  errorText,
  LOCALES,
  type Login,
  type Me,
  NOTIFICATION_MS,
  SignInForm,
  SingleSignOn,
  useConfigQuery,
  useLocale,
  useMessages,
} from '@scenedock/ui-kit';
import { useAuthProvider, useCheckAuth, useNotify } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { isStaff, whoAmI } from '../providers/authProvider';
import { goToDuty } from '../providers/goToDuty';

/** Sign-in for staff; an applicant is shown the way to the portal. */
export function LoginPage() {
  const m = useAdminMessages();
  const config = useConfigQuery();
  return (
    <LoginFrame>
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 3 }}>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <Box>
          <Typography component="h1" sx={{ fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.3 }}>
            {m.login.title}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {config.data?.sysName}
          </Typography>
        </Box>
      </Stack>
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

function LoginFrame({ children }: { children: ReactNode }) {
  const m = useAdminMessages();
  const { common } = useMessages();
  const { locale, setLocale } = useLocale();
  const other = LOCALES.find((one) => one !== locale) ?? locale;
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        pt: { xs: 4, sm: '14vh' },
        px: 2,
        borderTop: 4,
        borderColor: 'primary.main',
        bgcolor: 'background.default',
      }}
    >
      <Paper variant="outlined" sx={{ p: { xs: 3, sm: 4 }, width: '100%', maxWidth: 400 }}>
        {children}
      </Paper>
      <Stack direction="row" spacing={3} sx={{ mt: 2 }}>
        <Link href="/">{m.portal}</Link>
        <Link component="button" type="button" lang={other} onClick={() => setLocale(other)}>
          {common.language}
        </Link>
      </Stack>
    </Box>
  );
}

function LoginForm() {
  const m = useAdminMessages();
  const authProvider = useAuthProvider();
  const goOn = useContinue();
  const notify = useNotify();
  const [outsider, setOutsider] = useState<string | null>(null);
  useReturnWhenSignedIn();
  const signIn = async (credentials: Login) => {
    setOutsider(null);
    const me: Me = await authProvider?.login(credentials);
    if (me.duty) {
      goToDuty();
      return true;
    }
    if (isStaff(me)) goOn();
    else setOutsider(me.loginName);
    return isStaff(me);
  };
  return (
    <>
      <SignInForm
        signIn={signIn}
        onRefused={(error) =>
          notify(errorText(error, m.login.failed), { type: 'error', ...CORNER })
        }
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

/** Someone who is signed in already (in the portal, say) goes straight on. */
function useReturnWhenSignedIn() {
  const checkAuth = useCheckAuth();
  const authProvider = useAuthProvider();
  const goOn = useContinue();
  useEffect(() => {
    checkAuth({}, false)
      .then(whoAmI)
      .then((me) => {
        if (isStaff(me)) {
          goOn();
        }
      })
      .catch(() => undefined);
  }, [checkAuth, authProvider, goOn]);
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
