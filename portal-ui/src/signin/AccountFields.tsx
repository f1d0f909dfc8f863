import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { CaptchaField, FIELD_GRID, useMessages } from '@scenedock/ui-kit';
import type { useRegistration } from './useRegistration';

type AccountKey = 'loginName' | 'password' | 'confirm' | 'captcha';

type Form = Pick<
  ReturnType<typeof useRegistration>,
  'account' | 'set' | 'leaveName' | 'faults' | 'withCaptcha' | 'picture'
> & {
  /** Where a name may be taken already: what is said of that goes while the name is typed. */
  enterName?: () => void;
};

/** Account name, password twice and the captcha. */
export function AccountFields({ form }: { form: Form }) {
  const m = useMessages();
  const { account, faults, picture } = form;
  const field = (key: AccountKey, fault: string | undefined, hint?: string) => ({
    value: account[key],
    error: fault !== undefined,
    helperText: fault ?? hint,
    required: true,
    fullWidth: true,
    onChange: (event: { target: { value: string } }) => form.set({ [key]: event.target.value }),
  });
  return (
    <>
      <TextField
        label={m.person.loginName}
        autoComplete="username"
        autoFocus
        onFocus={form.enterName}
        onBlur={form.leaveName}
        {...field('loginName', faults.loginName, m.register.loginNameHint)}
      />
      <Box sx={FIELD_GRID}>
        <TextField
          label={m.auth.password}
          type="password"
          autoComplete="new-password"
          {...field('password', faults.password, m.register.passwordHint)}
        />
        <TextField
          label={m.register.confirmPassword}
          type="password"
          autoComplete="new-password"
          {...field('confirm', faults.confirm)}
        />
      </Box>
      {form.withCaptcha && <CaptchaField {...picture} {...field('captcha', faults.captcha)} />}
    </>
  );
}
