import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  api,
  type Faults,
  fieldFaults,
  type Me,
  passwordFaults,
  useAccountRules,
  useMessages,
  useText,
} from '@scenedock/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../parts/failureText';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';
import { useSession } from '../session/session';
import { signInPath } from '../session/signInPath';

const EMPTY = { oldPassword: '', password: '', confirm: '' };

/** Changes one's password, which ends every session: one signs in again with the new one. */
export function PasswordPanel({ me }: { me: Me }) {
  const m = useMessages();
  const notice = useNotice();
  const text = useText();
  const navigate = useNavigate();
  const rules = useAccountRules();
  const { forget } = useSession();
  const [fields, setFields] = useState(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.auth.changePassword({ oldPassword: fields.oldPassword, password: fields.password }),
    onSuccess: () => {
      notice(m.password.changed);
      navigate(signInPath('/account'), { replace: true });
      forget();
    },
    onError: (failure) => {
      setFaults(fieldFaults(failure));
      notice(failureText(m.password.failed, failure), 'error', NOTIFICATION);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: Faults = {
      ...(fields.oldPassword === '' ? { oldPassword: m.person.faults.passwordMissing } : {}),
      ...passwordFaults(fields.password, fields.confirm, rules, m),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) mutate();
  };
  const field = (key: keyof typeof EMPTY, label: string, hint?: string) => (
    <TextField
      type="password"
      label={label}
      value={fields[key]}
      autoComplete={key === 'oldPassword' ? 'current-password' : 'new-password'}
      error={faults[key] !== undefined}
      helperText={faults[key] ?? hint}
      onChange={(event) => setFields((old) => ({ ...old, [key]: event.target.value }))}
      required
      fullWidth
    />
  );
  return (
    <Panel title={m.password.title}>
      <Stack component="form" noValidate spacing={2} onSubmit={submit} sx={{ maxWidth: 420 }}>
        {me.pwdMsg && <Alert severity="warning">{text(me.pwdMessage, me.pwdMsg)}</Alert>}
        {me.periodMsg && <Alert severity="warning">{text(me.periodMessage, me.periodMsg)}</Alert>}
        {field('oldPassword', m.password.old)}
        {field('password', m.password.fresh, m.register.passwordHint)}
        {field('confirm', m.password.confirm)}
        <Typography variant="body2" color="textSecondary">
          {m.password.hint}
        </Typography>
        <Button
          type="submit"
          variant="contained"
          loading={isPending}
          sx={{ alignSelf: 'flex-start' }}
        >
          {m.password.change}
        </Button>
        {/* Password managers learn whose password it is. */}
        <input type="text" autoComplete="username" value={me.loginName} readOnly hidden />
      </Stack>
    </Panel>
  );
}
