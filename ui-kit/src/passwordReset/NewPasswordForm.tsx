import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Faults, passwordFaults } from '../account/personForm';
import { useAccountRules } from '../account/useAccountRules';
import { ApiError, fieldFaults } from '../api/client';
import { passwordReset } from '../api/passwordReset';
import { useMessages } from '../messages/LocaleProvider';
import { errorText, Loading } from '../parts/States';
import { usePasswordResetTexts } from './passwordResetTexts';

type Props = {
  /** From the link; empty: it was opened without. */
  token: string;
  /** The way to the sign-in. */
  toSignIn: ReactNode;
  /** The way to another link. */
  askAgain: ReactNode;
};

/** Sets another password with the link of a mail. Whether the link can be used is asked before anybody types. */
export function NewPasswordForm({ token, toSignIn, askAgain }: Props) {
  const t = usePasswordResetTexts();
  const [done, setDone] = useState(false);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['passwordResetLink', token],
    queryFn: ({ signal }) => passwordReset.check(token, { signal }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (done) {
    return (
      <Stack spacing={2}>
        <Alert severity="success">{t.done}</Alert>
        {toSignIn}
      </Stack>
    );
  }
  if (token === '') return <Refused text={t.noLink}>{askAgain}</Refused>;
  if (isPending) return <Loading />;
  if (data === undefined || isOver(error)) {
    return (
      <Refused text={errorText(error, t.failed)}>
        {isOver(error) ? askAgain : <Retry onRetry={() => void refetch()} />}
      </Refused>
    );
  }
  return (
    <PasswordFields
      token={token}
      loginName={data.loginName}
      onDone={() => setDone(true)}
      onOver={() => void refetch()}
    />
  );
}

const isOver = (error: unknown) => error instanceof ApiError && error.code === 'reset_link_over';

function Retry({ onRetry }: { onRetry: () => void }) {
  const { common } = useMessages();
  return (
    <Button variant="outlined" onClick={onRetry}>
      {common.retry}
    </Button>
  );
}

function Refused({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Stack spacing={2}>
      <Alert severity="warning">{text}</Alert>
      {children}
    </Stack>
  );
}

type FieldsProps = { token: string; loginName: string; onDone: () => void; onOver: () => void };

const EMPTY = { password: '', confirm: '' };

function PasswordFields({ token, loginName, onDone, onOver }: FieldsProps) {
  const m = useMessages();
  const t = usePasswordResetTexts();
  const rules = useAccountRules();
  const [fields, setFields] = useState(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = passwordFaults(fields.password, fields.confirm, rules, m);
    setFaults(found);
    setRefusal(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await passwordReset.reset({ token, password: fields.password });
      onDone();
    } catch (error) {
      if (isOver(error)) return onOver();
      const named = fieldFaults(error);
      setFaults(named);
      if (Object.keys(named).length === 0) setRefusal(errorText(error, t.failed));
    } finally {
      setBusy(false);
    }
  };
  const field = (key: keyof typeof EMPTY, label: string, hint?: string) => (
    <TextField
      type="password"
      label={label}
      value={fields[key]}
      autoComplete="new-password"
      autoFocus={key === 'password'}
      error={faults[key] !== undefined}
      helperText={faults[key] ?? hint}
      onChange={(event) => setFields((old) => ({ ...old, [key]: event.target.value }))}
      size="medium"
      required
      fullWidth
    />
  );
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit}>
      <Typography variant="body2">{t.forAccount(loginName)}</Typography>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      {field('password', m.password.fresh, m.register.passwordHint)}
      {field('confirm', m.password.confirm)}
      <Typography variant="body2" color="textSecondary">
        {t.hint}
      </Typography>
      <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
        {t.submit}
      </Button>
      {/* Password managers learn whose password it is. */}
      <input type="text" autoComplete="username" value={loginName} readOnly hidden />
    </Stack>
  );
}
