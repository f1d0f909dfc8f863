import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { api, errorText, setToken, tokens, useConfig, useMessages } from '@scenedock/ui-kit';
import { type FormEvent, useState } from 'react';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { DemoAccounts } from './DemoAccounts';
import { useCaptcha } from './useCaptcha';

type Fields = { loginName: string; password: string; captcha: string };

export function SignInForm({ onDone }: { onDone: () => void }) {
  const m = useMessages();
  const config = useConfig();
  const notice = useNotice();
  const { captcha, refresh } = useCaptcha(config.captcha);
  const [fields, setFields] = useState<Fields>({ loginName: '', password: '', captcha: '' });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const missing = {
    loginName: fields.loginName.trim() === '' ? m.auth.needAccount : null,
    password: fields.password === '' ? m.auth.needPassword : null,
    captcha: config.captcha && fields.captcha.trim() === '' ? m.auth.needCaptcha : null,
  };
  const change = (key: keyof Fields) => (event: { target: { value: string } }) =>
    setFields((old) => ({ ...old, [key]: event.target.value }));
  const help = (key: keyof Fields) => ({
    // What the server refused stays marked after the notification has gone.
    error: refused || (tried && missing[key] !== null),
    helperText: tried ? missing[key] : null,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(missing).some((text) => text !== null)) return;
    setBusy(true);
    setRefused(false);
    try {
      const body = { loginName: fields.loginName.trim(), password: fields.password };
      const proof = { captchaId: captcha?.captchaId ?? '', captcha: fields.captcha.trim() };
      const { token } = await api.auth.login(config.captcha ? { ...body, ...proof } : body);
      setToken(token);
      onDone();
    } catch (error) {
      setRefused(true);
      notice(errorText(error, m.common.failure), 'error', NOTIFICATION);
      setFields((old) => ({ ...old, captcha: '' }));
      if (config.captcha) refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Stack spacing={2}>
        <TextField
          size="medium"
          autoFocus
          fullWidth
          label={m.auth.account}
          autoComplete="username"
          value={fields.loginName}
          onChange={change('loginName')}
          {...help('loginName')}
        />
        <TextField
          size="medium"
          fullWidth
          type="password"
          label={m.auth.password}
          autoComplete="current-password"
          value={fields.password}
          onChange={change('password')}
          {...help('password')}
        />
        {config.captcha ? (
          <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
            <TextField
              size="medium"
              sx={{ flex: 1 }}
              label={m.auth.captcha}
              autoComplete="off"
              value={fields.captcha}
              onChange={change('captcha')}
              {...help('captcha')}
            />
            <ButtonBase
              type="button"
              aria-label={m.auth.refreshCaptcha}
              title={m.auth.refreshCaptcha}
              onClick={refresh}
              sx={{
                height: 52,
                width: 140,
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
                overflow: 'hidden',
                bgcolor: tokens.paper.ground,
              }}
            >
              {captcha === undefined ? null : (
                <img src={captcha.image} alt="" style={{ height: '100%', maxWidth: '100%' }} />
              )}
            </ButtonBase>
          </Stack>
        ) : null}
        <Button type="submit" size="large" variant="contained" disabled={busy}>
          {m.auth.submit}
        </Button>
        {config.demo ? (
          <DemoAccounts onPick={(account) => setFields((old) => ({ ...old, ...account }))} />
        ) : null}
      </Stack>
    </Box>
  );
}
