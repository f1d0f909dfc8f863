import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { api } from '../api/endpoints';
import { setToken } from '../api/session';
import type { Login, Me } from '../api/types';
import { useConfigQuery } from '../api/useConfig';
import { useMessages } from '../messages/LocaleProvider';
import { errorText } from '../parts/States';
import { CaptchaField } from '../signin/CaptchaField';
import { SecondStepForm } from '../signin/SecondStepForm';
import { signInField } from '../signin/SignInForm';
import { SingleSignOnAgain } from '../signin/SingleSignOn';
import { useSecondStep } from '../signin/useSecondStep';
import { useSignIn } from '../signin/useSignIn';
import { ink } from '../tokens';
import { takeFarewells } from './farewell';
import { endLocked, type System } from './leaving';
import { type LockReason, useLock } from './lock';
import { useIsDown } from './reach';
import { useSessionTexts } from './texts';
import { type Guard, useSessionGuard } from './useSessionGuard';

export { endWished } from './leaving';

/** Over everything, messages too (portal specification, section 9). */
const OVERLAY_Z = 999_999;

type FrameProps = { title: string; children: ReactNode };

/** What stands behind it stays as it is, but cannot be read. */
function Frame({ title, children }: FrameProps) {
  const id = useId();
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth="xs"
      fullWidth
      transitionDuration={0}
      sx={{ zIndex: OVERLAY_Z }}
      slotProps={{ backdrop: { sx: { bgcolor: ink.glass, backdropFilter: 'blur(24px)' } } }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
    </Dialog>
  );
}

type Person = Pick<Me, 'loginName' | 'userName'>;

type PasswordAgainProps = { person: Person; reason: LockReason; system: System };

/** The password again, in place; whoever does not know it gets out. */
function PasswordAgain({ person, reason, system }: PasswordAgainProps) {
  const { auth, common, nav } = useMessages();
  const t = useSessionTexts();
  const [refusal, setRefusal] = useState<string | null>(null);
  const onRefused = (error: unknown) => setRefusal(errorText(error, common.failure));
  const signIn = async (credentials: Login) => {
    setRefusal(null);
    const { token } = await api.auth.login(credentials);
    // The guard takes it from here.
    setToken(token);
    return true;
  };
  const steps = useSecondStep(signIn, onRefused);
  const form = useSignIn({ loginName: person.loginName, signIn: steps.first, onRefused });
  const title = reason === 'idle' ? t.idleTitle : t.networkTitle;
  const objection = refusal === null ? null : <Alert severity="error">{refusal}</Alert>;
  if (steps.isPending) {
    const back = () => {
      form.picture.onRenew();
      steps.back();
    };
    return (
      <Frame title={title}>
        {objection}
        <SecondStepForm onSubmit={steps.second} onBack={back} />
      </Frame>
    );
  }
  return (
    <Frame title={title}>
      <Stack
        component="form"
        noValidate
        spacing={2}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Typography variant="body2" color="textSecondary">
          {t.signedInAs(person.userName || person.loginName)} {t.kept}
        </Typography>
        <input type="text" autoComplete="username" value={person.loginName} readOnly hidden />
        <TextField
          autoFocus
          type="password"
          placeholder={t.passwordAgain}
          autoComplete="current-password"
          {...signInField(form, 'password')}
          slotProps={{ htmlInput: { 'aria-label': auth.password } }}
        />
        {form.withCaptcha ? (
          <CaptchaField {...form.picture} {...signInField(form, 'captcha')} />
        ) : null}
        {objection}
        <Button type="submit" variant="contained" size="large" loading={form.busy} fullWidth>
          {t.resume}
        </Button>
        <SingleSignOnAgain />
        <Button onClick={() => endLocked(system)}>{nav.signOut}</Button>
      </Stack>
    </Frame>
  );
}

function Unreachable() {
  const t = useSessionTexts();
  return (
    <Frame title={t.networkTitle}>
      <Stack spacing={2}>
        <Stack direction="row" spacing={1.5} role="status" sx={{ alignItems: 'center' }}>
          <CircularProgress size={20} aria-hidden />
          <Typography variant="body2" color="textSecondary">
            {t.reconnecting}
          </Typography>
        </Stack>
        <Button variant="contained" autoFocus onClick={() => window.location.reload()}>
          {t.reload}
        </Button>
      </Stack>
    </Frame>
  );
}

type Props = Omit<Guard, 'me' | 'system'> & {
  me: Pick<Me, 'id' | 'loginName' | 'userName'> | null;
  /** What is to be told of how the stay before this page ended. */
  onFarewell?: (text: string, title: string) => void;
};

/** Watches over the session of a page, and stands over it while its person or its server is away. */
export default function SessionGuard({ onFarewell, ...guard }: Props) {
  const { data: config } = useConfigQuery();
  const name = config?.systemName;
  const system = { name, isElsewhere: name === 'DZY' && Boolean(config?.singleSignOn) };
  useSessionGuard({ ...guard, system });
  const { farewells, farewellTitle } = useSessionTexts();
  useEffect(() => {
    const words = onFarewell === undefined ? [] : takeFarewells();
    if (words.length === 0) return;
    onFarewell?.(words.map((word) => farewells[word]).join(' '), farewellTitle);
  }, [onFarewell, farewells, farewellTitle]);
  const reason = useLock();
  const isDown = useIsDown();
  if (reason !== null && guard.me !== null) {
    return <PasswordAgain person={guard.me} reason={reason} system={system} />;
  }
  return isDown ? <Unreachable /> : null;
}
