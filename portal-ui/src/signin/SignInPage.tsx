import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  errorText,
  holds,
  SignInForm,
  setToken,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { orderListPath } from '../orderRoutes';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { nextPath, registerPath } from '../session/signInPath';
import { usePasswordWarning } from '../session/usePasswordWarning';
import { HOME_LIST } from '../shell/MainNav';
import { DemoAccounts } from './DemoAccounts';
import { Entrance } from './Entrance';

export default function SignInPage() {
  const m = useMessages();
  const { demo } = useConfig();
  const notify = useNotice();
  const warn = usePasswordWarning();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const next = nextPath(params.get('next'));
  const enter = async () => {
    const me = await api.auth.me().catch(() => null);
    const warning = me && warn(me);
    // Staff that wished for no other page begins with what waits for it, and who should change the password with that.
    const waiting = next === '/search' && me && holds(me, '/order/all');
    const home = waiting ? orderListPath(HOME_LIST[me.role]) : next;
    navigate(warning && next === '/search' ? '/account' : home, { replace: true });
  };
  return (
    <Entrance title={m.auth.title} width={440}>
      <SignInForm
        signIn={async (credentials) => {
          setToken((await api.auth.login(credentials)).token);
          void enter();
          return true;
        }}
        onRefused={(error) => notify(errorText(error, m.common.failure), 'error', NOTIFICATION)}
        foot={(fill) => (demo ? <DemoAccounts onPick={fill} /> : null)}
      />
      <Stack direction="row" sx={{ mt: 2, ml: -0.5, justifyContent: 'space-between' }}>
        <Button component={Link} to={registerPath(next)}>
          {m.register.noAccount}
        </Button>
        <Button component={Link} to="/search">
          {m.cart.goSearch}
        </Button>
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {m.auth.guestNote}
      </Typography>
    </Entrance>
  );
}
