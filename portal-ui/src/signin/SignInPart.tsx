import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import {
  api,
  errorText,
  ForgottenLink,
  SignInForm,
  SingleSignOn,
  setToken,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useLocation } from 'react-router';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { useEntrance } from '../session/useEntrance';
import { DemoAccounts } from './DemoAccounts';
import type { Registered } from './RegisterForm';
import { useCatalogueFirst } from './useCatalogueFirst';

/** The sign-in form. What comes after it is `useGoOn`. */
export function SignInPart({ registered }: { registered: Registered | null }) {
  const m = useMessages();
  const { demo } = useConfig();
  const notify = useNotice();
  const { switchTo } = useEntrance();
  // One comes back to the dialog, which leads on.
  const { pathname, search } = useLocation();
  const isCatalogueThere = useCatalogueFirst();
  return (
    <>
      <SignInForm
        signIn={async (credentials) => {
          setToken((await api.auth.login(credentials)).token);
          return true;
        }}
        suggestedName={registered?.loginName ?? ''}
        notice={registered?.isWaiting && <Alert severity="info">{m.register.awaiting}</Alert>}
        onRefused={(error) => notify(errorText(error, m.common.failure), 'error', NOTIFICATION)}
        forgotten={<ForgottenLink onOpen={() => switchTo('forgotten')} />}
        foot={(fill) => (demo ? <DemoAccounts onPick={fill} /> : null)}
      />
      <SingleSignOn returnTo={`${pathname}${search}`} beforeLeaving={isCatalogueThere} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {m.auth.guestNote}
      </Typography>
    </>
  );
}
