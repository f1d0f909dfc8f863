import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '../api/endpoints';
import { setToken } from '../api/session';
import type { Login, Me } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { errorText } from '../parts/States';
import { CaptchaField } from '../signin/CaptchaField';
import { SecondStepForm } from '../signin/SecondStepForm';
import { signInField } from '../signin/SignInForm';
import { SingleSignOnAgain } from '../signin/SingleSignOn';
import { useSecondStep } from '../signin/useSecondStep';
import { useSignIn } from '../signin/useSignIn';
import { endLocked, type System } from './leaving';
import type { LockReason } from './lock';
import { Overlay } from './Overlay';
import { useSessionTexts } from './texts';
import { Reconnecting } from './Unreachable';
import { isSilence, useKeptPassword } from './useKeptPassword';

type Person = Pick<Me, 'loginName' | 'userName'>;

type Outage = {
  isDown: boolean;
  /** Whether somebody has begun to answer. */
  isTyped: boolean;
  onTyped: (isTyped: boolean) => void;
};

type Props = Outage & {
  person: Person;
  /** Null: only the server is away, and the session may have outlived that. */
  reason: LockReason | null;
  system: System;
};

/** The password again, in place, also while the server is away; whoever does not know it gets out. */
export function PasswordAgain({ person, reason, system, ...outage }: Props) {
  const t = useSessionTexts();
  const { form, steps, isKept, objection, submit } = usePasswordAgain(person, outage);
  const title = reason === 'idle' ? t.idleTitle : t.networkTitle;
  const comesBack = reason === null && !outage.isTyped;
  const news = outage.isDown ? (
    <Reconnecting text={comesBack ? t.reconnecting : t.reconnectingOnly} />
  ) : null;
  if (steps.isPending) {
    const back = () => {
      form.picture.onRenew();
      steps.back();
    };
    return (
      <Overlay title={title}>
        {news}
        {objection}
        <SecondStepForm onSubmit={steps.second} onBack={back} />
      </Overlay>
    );
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Overlay title={title}>
      <Stack component="form" noValidate spacing={2} onSubmit={onSubmit}>
        {news}
        <Typography component="div" variant="body2" color="textSecondary">
          {t.signedInAs(person.userName || person.loginName)}
          {outage.isDown ? null : <div>{t.kept}</div>}
        </Typography>
        <Fields form={form} person={person} isKept={isKept} onTyped={outage.onTyped} />
        {objection}
        <Button type="submit" variant="contained" size="large" loading={form.busy} fullWidth>
          {t.resume}
        </Button>
        <OtherWays isLocked={reason !== null} system={system} />
      </Stack>
    </Overlay>
  );
}

/** The form, its two steps, and what became of them. */
function usePasswordAgain(person: Person, { isDown, onTyped }: Outage) {
  const { common } = useMessages();
  const t = useSessionTexts();
  const [refusal, setRefusal] = useState<string | null>(null);
  const onRefused = (error: unknown) => setRefusal(errorText(error, common.failure));
  const keep = () => {
    setRefusal(null);
    onTyped(true);
    retry.keep();
  };
  const signIn = async (credentials: Login) => {
    setRefusal(null);
    try {
      const { token } = await api.auth.login(credentials);
      // The guard takes it from here.
      setToken(token);
      return true;
    } catch (error) {
      if (!isSilence(error)) throw error;
      keep();
      return false;
    }
  };
  const steps = useSecondStep(signIn, onRefused);
  const { loginName } = person;
  const form = useSignIn({ loginName, signIn: steps.first, onRefused, isAway: isDown });
  const { password } = form.fields;
  const retry = useKeptPassword(password, () => void form.submit());
  useEffect(() => () => onTyped(false), [onTyped]);
  return {
    form,
    steps,
    isKept: retry.isKept,
    objection: retry.isKept ? (
      <Alert severity="info">{t.unanswered}</Alert>
    ) : refusal === null ? null : (
      <Alert severity="error">{refusal}</Alert>
    ),
    submit: () => {
      if (isDown && password !== '') keep();
      else void form.submit();
    },
  };
}

/** Whether somebody types; a password manager that fills a field in says nothing, or that it replaces. */
const isByHand = (event: Event) =>
  event instanceof InputEvent && !['', 'insertReplacementText'].includes(event.inputType);

type FieldsProps = Pick<Outage, 'onTyped'> & {
  isKept: boolean;
  form: ReturnType<typeof useSignIn>;
  person: Person;
};

function Fields({ form, person, isKept, onTyped }: FieldsProps) {
  const { auth } = useMessages();
  const t = useSessionTexts();
  return (
    <>
      <input type="text" autoComplete="username" value={person.loginName} readOnly hidden />
      <TextField
        autoFocus
        type="password"
        placeholder={t.passwordAgain}
        autoComplete="current-password"
        {...signInField(form, 'password')}
        slotProps={{
          htmlInput: {
            'aria-label': auth.password,
            onInput: ({ nativeEvent }: FormEvent) => {
              if (isByHand(nativeEvent)) onTyped(true);
            },
          },
        }}
      />
      {form.withCaptcha ? (
        <CaptchaField
          {...form.picture}
          {...signInField(form, 'captcha')}
          // All that is missing, where the password has been submitted before any could be read.
          autoFocus={isKept}
        />
      ) : null}
    </>
  );
}

type OtherWaysProps = { isLocked: boolean; system: System };

function OtherWays({ isLocked, system }: OtherWaysProps) {
  const { nav } = useMessages();
  const t = useSessionTexts();
  if (!isLocked) return <Button onClick={() => window.location.reload()}>{t.reload}</Button>;
  return (
    <>
      <SingleSignOnAgain />
      <Button onClick={() => endLocked(system)}>{nav.signOut}</Button>
    </>
  );
}
