import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  errorText,
  SignInForm,
  setToken,
  tokens,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { orderListPath } from '../orderRoutes';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { PageTitle } from '../parts/PageTitle';
import { nextPath } from '../session/signInPath';
import { Brand } from '../shell/Brand';
import { LanguageSwitch } from '../shell/LanguageSwitch';
import { HOME_LIST } from '../shell/MainNav';
import { DemoAccounts } from './DemoAccounts';

function Welcome() {
  const m = useMessages();
  const { sysName } = useConfig();
  return (
    <Stack
      component="header"
      spacing={3}
      sx={{
        flex: 1.2,
        p: { xs: 3, md: 8 },
        justifyContent: 'center',
        color: tokens.night.white,
        bgcolor: tokens.night.ground,
        background: `radial-gradient(120% 90% at 15% 110%, ${tokens.night.glow} 0%, transparent 60%), ${tokens.night.ground}`,
      }}
    >
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
        <Brand size={40} />
        <Typography component="p" sx={{ fontSize: 22, fontWeight: 600 }}>
          {sysName}
        </Typography>
      </Stack>
      <Typography component="p" sx={{ fontSize: { xs: 18, md: 26 }, lineHeight: 1.5 }}>
        {m.auth.welcome}
      </Typography>
      <Stack
        component="ol"
        spacing={1}
        sx={{ pl: 2.5, opacity: 0.92, display: { xs: 'none', md: 'flex' } }}
      >
        <li>{m.auth.point1}</li>
        <li>{m.auth.point2}</li>
        <li>{m.auth.point3}</li>
      </Stack>
    </Stack>
  );
}

export default function SignInPage() {
  const m = useMessages();
  const { sysName, demo } = useConfig();
  const notify = useNotice();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const next = nextPath(params.get('next'));
  const enter = async () => {
    // Staff that wished for no other page begins with what waits for it.
    const role = next === '/search' ? (await api.auth.me().catch(() => null))?.role : undefined;
    const staff = role === 'admin' || role === 'operator';
    navigate(staff ? orderListPath(HOME_LIST[role]) : next, { replace: true });
  };
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', flexDirection: { xs: 'column', md: 'row' } }}>
      <Welcome />
      <Stack
        component="main"
        sx={{ flex: 1, p: { xs: 2, md: 6 }, alignItems: 'center', justifyContent: 'center' }}
      >
        <Paper variant="outlined" sx={{ p: { xs: 3, sm: 4 }, width: '100%', maxWidth: 440 }}>
          <Stack direction="row" sx={{ mb: 3, alignItems: 'flex-start' }}>
            <Box sx={{ flex: 1 }}>
              <PageTitle parts={[m.auth.title]} />
              <Typography variant="h1">{m.auth.title}</Typography>
              <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
                {sysName}
              </Typography>
            </Box>
            <LanguageSwitch />
          </Stack>
          <SignInForm
            signIn={async (credentials) => {
              setToken((await api.auth.login(credentials)).token);
              void enter();
              return true;
            }}
            onRefused={(error) => notify(errorText(error, m.common.failure), 'error', NOTIFICATION)}
            foot={(fill) => (demo ? <DemoAccounts onPick={fill} /> : null)}
          />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {m.auth.guestNote}
          </Typography>
          <Button component={Link} to="/search" sx={{ mt: 0.5, ml: -0.5 }}>
            {m.cart.goSearch}
          </Button>
        </Paper>
      </Stack>
    </Box>
  );
}
