import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Login } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { CaptchaField } from './CaptchaField';
import { SecondStepForm } from './SecondStepForm';
import type { SignInFields } from './signInFaults';
import { useSecondStep } from './useSecondStep';
import { type SignIn, useSignIn } from './useSignIn';

type Props = {
  /** Signs in and enters; false where the account may not enter here. Throws what the server refuses. */
  signIn: (credentials: Login) => Promise<boolean>;
  onRefused: (error: unknown) => void;
  /** What is typed for the account at first. */
  suggestedName?: string;
  /** Stands above the fields. */
  notice?: ReactNode;
  /** Stands below the password: the way to another one. */
  forgotten?: ReactNode;
  /** Stands below the button, and may fill in the fields. */
  foot?: (fill: (account: Pick<SignInFields, 'loginName' | 'password'>) => void) => ReactNode;
};

/** What a text field of the form shows and does. */
export function signInField(form: SignIn, key: keyof SignInFields) {
  return {
    value: form.fields[key],
    onChange: (event: { target: { value: string } }) => form.set({ [key]: event.target.value }),
    onBlur: () => form.leave(key),
    error: form.refused || form.faults[key] !== undefined,
    helperText: form.faults[key],
    size: 'medium' as const,
    fullWidth: true,
  };
}

/** Account, password and, where the installation wants one, a captcha that is new after every refusal. */
export function SignInForm(props: Props) {
  const { signIn, onRefused, suggestedName = '', notice, forgotten, foot } = props;
  const { auth } = useMessages();
  const steps = useSecondStep(signIn, onRefused);
  const form = useSignIn({ signIn: steps.first, onRefused, suggestedName });
  if (steps.isPending) {
    const back = () => {
      form.picture.onRenew();
      steps.back();
    };
    return <SecondStepForm onSubmit={steps.second} onBack={back} />;
  }
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {notice}
      <TextField
        autoFocus={suggestedName === ''}
        label={auth.account}
        autoComplete="username"
        {...signInField(form, 'loginName')}
      />
      <TextField
        type="password"
        autoFocus={suggestedName !== ''}
        label={auth.password}
        autoComplete="current-password"
        {...signInField(form, 'password')}
      />
      {form.withCaptcha ? (
        <CaptchaField {...form.picture} {...signInField(form, 'captcha')} />
      ) : null}
      {forgotten}
      {form.isDoubted ? (
        <Typography variant="body2" color="textSecondary" role="status">
          {auth.sendAnyway}
        </Typography>
      ) : null}
      <Button type="submit" variant="contained" size="large" loading={form.busy} fullWidth>
        {auth.submit}
      </Button>
      {foot?.((account) => form.set(account))}
    </Stack>
  );
}
