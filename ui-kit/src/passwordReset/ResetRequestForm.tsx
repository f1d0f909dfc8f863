import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { FormEvent, ReactNode } from 'react';
import { useConfigQuery } from '../api/useConfig';
import { Loading } from '../parts/States';
import { CaptchaField } from '../signin/CaptchaField';
import { usePasswordResetTexts } from './passwordResetTexts';
import { useResetRequest } from './useResetRequest';

type Props = {
  /** What the server refuses. */
  onRefused: (error: unknown) => void;
  /** The way back to the sign-in. */
  back: ReactNode;
};

/** Asks for a link to set another password; where no mails are sent, says so. */
export function ResetRequestForm({ onRefused, back }: Props) {
  const t = usePasswordResetTexts();
  const { data, isPending } = useConfigQuery();
  if (isPending) return <Loading />;
  return (
    <Stack spacing={2}>
      {data?.passwordResetByMail === true ? (
        <RequestForm onRefused={onRefused} />
      ) : (
        <Alert severity="info">{t.unavailable}</Alert>
      )}
      {back}
    </Stack>
  );
}

function RequestForm({ onRefused }: Pick<Props, 'onRefused'>) {
  const t = usePasswordResetTexts();
  const form = useResetRequest(onRefused);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.send();
  };
  const field = (key: 'account' | 'captcha') => ({
    value: form.fields[key],
    error: form.faults[key] !== undefined,
    helperText: form.faults[key],
    onChange: (event: { target: { value: string } }) => form.set({ [key]: event.target.value }),
    size: 'medium' as const,
    fullWidth: true,
  });
  if (form.sent) {
    return (
      <Alert
        severity="success"
        role="status"
        action={
          <Button color="inherit" size="small" onClick={form.again}>
            {t.again}
          </Button>
        }
      >
        <AlertTitle>{t.sentTitle}</AlertTitle>
        {t.sent}
        <br />
        {t.sentHint}
      </Alert>
    );
  }
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit}>
      <Typography variant="body2" color="textSecondary">
        {t.requestHint}
      </Typography>
      <TextField autoFocus label={t.account} autoComplete="username" {...field('account')} />
      {form.withCaptcha && <CaptchaField {...form.picture} {...field('captcha')} />}
      <Button type="submit" variant="contained" size="large" loading={form.busy} fullWidth>
        {t.send}
      </Button>
    </Stack>
  );
}
