import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  announceArrival,
  api,
  errorText,
  Loading,
  type Login,
  SecondStepForm,
  SIGNED_IN_AGAIN,
  setToken,
  useMessages,
  useSecondStep,
  useSingleSignOnTexts,
} from '@scenedock/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { Link, parsePath, useLocation, useNavigate } from 'react-router';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { entranceOf, nextPath, withEntrance } from '../session/signInPath';
import { isOfBackOffice, useGoTo } from '../shell/useGoTo';
import { SetUpFrame } from './SetUpFrame';

/** A ticket, as the server writes them. */
const TICKET = /^[\w-]{43}$/;

/** Where a browser comes back to from the identity provider: behind the `#` stands a ticket, or what went wrong. */
export default function SingleSignOnPage() {
  const t = useSingleSignOnTexts();
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const [{ outcome, next }] = useState(() => ({
    outcome: hash.slice(1),
    next: nextPath(new URLSearchParams(search).get('next')) ?? '/search',
  }));
  // Sent back without having signed in.
  const isAgain = new URLSearchParams(search).has('again');
  const isTicket = TICKET.test(outcome);
  const stays = isTicket || outcome === 'unknown';
  useEffect(() => {
    // What opens the door does not stay in the address, nor in the history.
    if (stays && hash !== '') navigate('/sso', { replace: true });
  }, [stays, hash, navigate]);
  return (
    <SetUpFrame title={t.title}>
      {isAgain ? (
        <AgainEnd failed />
      ) : isTicket ? (
        <Entering ticket={outcome} next={next} />
      ) : stays ? (
        <Unknown />
      ) : (
        <LedOn outcome={outcome} next={next} />
      )}
    </SetUpFrame>
  );
}

/**
 * The page that one signed in for, with the dialog over it that leads on whoever has signed in: it warns of a password, and
 * shows staff that wished for no page what waits for it.
 */
function overNext(next: string): string {
  const { pathname = '/search', search = '', hash = '' } = parsePath(next);
  if (entranceOf(new URLSearchParams(search)) !== null || isOfBackOffice(next)) return next;
  const wish = pathname === '/search' ? null : next;
  return `${pathname}${withEntrance(search, 'signIn', wish)}${hash}`;
}

/** Hands the ticket in, once, and asks for the second factor where there is one. */
function Entering({ ticket, next }: { ticket: string; next: string }) {
  const m = useMessages();
  const t = useSingleSignOnTexts();
  const notify = useNotice();
  const goTo = useGoTo();
  // The page that waits behind this window goes on by itself.
  const isWindow = next === SIGNED_IN_AGAIN;
  const [done, setDone] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const signIn = async (credentials: Login) => {
    setToken((await api.auth.login(credentials)).token);
    if (isWindow) {
      setDone(true);
      return true;
    }
    if (isOfBackOffice(next)) announceArrival();
    goTo(overNext(next));
    return true;
  };
  const steps = useSecondStep(signIn, (error) =>
    notify(errorText(error, m.common.failure), 'error', NOTIFICATION),
  );
  const [wasPending, setWasPending] = useState(false);
  if (steps.isPending && !wasPending) setWasPending(true);
  const sent = useRef(false);
  const first = useRef(steps.first);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    first
      .current({ loginName: '', password: '', ticket })
      .catch((error: unknown) => setRefusal(errorText(error, t.failed)));
  }, [ticket, t]);
  if (done) return <AgainEnd />;
  if (steps.isPending) return <SecondStepForm onSubmit={steps.second} onBack={steps.back} />;
  if (refusal !== null || wasPending) {
    return (
      <Stack spacing={2}>
        <Alert severity="warning">{refusal ?? t.failed}</Alert>
        {isWindow ? <AgainEnd failed /> : <Ways />}
      </Stack>
    );
  }
  return <Loading label={t.entering} />;
}

/** The end of a window in which somebody signed in again. A browser may leave the closing to the person. */
function AgainEnd({ failed = false }: { failed?: boolean }) {
  const t = useSingleSignOnTexts();
  useEffect(() => {
    if (!failed) window.close();
  }, [failed]);
  return (
    <Stack spacing={2}>
      <Alert severity={failed ? 'warning' : 'success'}>
        {failed ? t.againFailed : t.againDone}
      </Alert>
      <Button variant="contained" size="large" fullWidth onClick={() => window.close()}>
        {t.closeWindow}
      </Button>
    </Stack>
  );
}

function Unknown() {
  const t = useSingleSignOnTexts();
  return (
    <Stack spacing={2}>
      <Alert severity="warning">
        <AlertTitle>{t.unknownTitle}</AlertTitle>
        {t.unknown}
      </Alert>
      <Ways />
    </Stack>
  );
}

function Ways() {
  const t = useSingleSignOnTexts();
  return (
    <>
      <Button component={Link} to="/signIn" variant="contained" size="large" fullWidth>
        {t.here}
      </Button>
      <Button component={Link} to="/search">
        {t.toSearch}
      </Button>
    </>
  );
}

/** Says what happened over the page that one is led to. */
function LedOn({ outcome, next }: { outcome: string; next: string }) {
  const t = useSingleSignOnTexts();
  const notify = useNotice();
  const goTo = useGoTo();
  const go = useRef(() => goTo(next));
  useEffect(() => {
    if (outcome === 'linked') notify(t.linked);
    else if (outcome === 'taken') notify(t.taken, 'error', NOTIFICATION);
    else notify(t.failed, 'warning', NOTIFICATION);
    go.current();
  }, [outcome, notify, t]);
  return <Loading />;
}
