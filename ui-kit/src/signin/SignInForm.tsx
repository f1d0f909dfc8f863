import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Login } from '../api/types';
import { useConfig } from '../api/useConfig';
import { useMessages } from '../messages/LocaleProvider';
import { CaptchaField } from './CaptchaField';
import { SecondStepForm } from './SecondStepForm';
import { useCaptcha } from './useCaptcha';
import { useSecondStep } from './useSecondStep';

type Fields = { loginName: string; password: string; captcha: string };

type Props = {
  /** Signs in and enters; false where the account may not enter here. Throws what the server refuses. */
  signIn: (credentials: Login) => Promise<boolean>;
  onRefused: (error: unknown) => void;
  /** Stands above the fields. */
  notice?: ReactNode;
  /** Stands below the button, and may fill in the fields. */
  foot?: (fill: (account: Pick<Fields, 'loginName' | 'password'>) => void) => ReactNode;
};

/** Account, password and, where the installation wants one, a captcha that is new after every refusal. */
export function SignInForm({ signIn, onRefused, notice, foot }: Props) {
  const { auth } = useMessages();
  const withCaptcha = useConfig().captcha;
  const steps = useSecondStep(signIn, onRefused);
  const { captcha, failed, renew } = useCaptcha(withCaptcha);
  const [fields, setFields] = useState<Fields>({ loginName: '', password: '', captcha: '' });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const needs = {
    loginName: auth.needAccount,
    password: auth.needPassword,
    captcha: auth.needCaptcha,
  };
  const isMissing = (key: keyof Fields) =>
    (key !== 'captcha' || withCaptcha) && fields[key].trim() === '';
  const field = (key: keyof Fields) => ({
    value: fields[key],
    onChange: (event: { target: { value: string } }) =>
      setFields((old) => ({ ...old, [key]: event.target.value })),
    // What the server refused stays marked after the notification has gone.
    error: refused || (tried && isMissing(key)),
    helperText: tried && isMissing(key) ? needs[key] : undefined,
    size: 'medium' as const,
    fullWidth: true,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ((['loginName', 'password', 'captcha'] as const).some(isMissing)) return;
    setBusy(true);
    setRefused(false);
    try {
      const account = { loginName: fields.loginName.trim(), password: fields.password };
      const proof = { captchaId: captcha?.captchaId ?? '', captcha: fields.captcha.trim() };
      if (await steps.first(withCaptcha ? { ...account, ...proof } : account)) return;
    } catch (error) {
      setRefused(true);
      onRefused(error);
    } finally {
      setBusy(false);
    }
    setFields((old) => ({ ...old, captcha: '' }));
    setTried(false);
    renew();
  };
  if (steps.isPending) {
    const back = () => {
      setFields((old) => ({ ...old, captcha: '' }));
      renew();
      steps.back();
    };
    return <SecondStepForm onSubmit={steps.second} onBack={back} />;
  }
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit}>
      {notice}
      <TextField autoFocus label={auth.account} autoComplete="username" {...field('loginName')} />
      <TextField
        type="password"
        label={auth.password}
        autoComplete="current-password"
        {...field('password')}
      />
      {withCaptcha ? (
        <CaptchaField captcha={captcha} failed={failed} onRenew={renew} {...field('captcha')} />
      ) : null}
      <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
        {auth.submit}
      </Button>
      {foot?.((account) => setFields((old) => ({ ...old, ...account })))}
    </Stack>
  );
}
