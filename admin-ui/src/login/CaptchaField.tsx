import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { CaptchaState } from './useCaptcha';

interface CaptchaFieldProps {
  captcha: CaptchaState;
  value: string;
  onChange: (value: string) => void;
  missing: boolean;
}

/** The code and its picture; a click on the picture fetches another. */
export function CaptchaField({ captcha, value, onChange, missing }: CaptchaFieldProps) {
  const { auth, common } = useMessages();
  const m = useAdminMessages();
  return (
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <TextField
        label={auth.captcha}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={missing || captcha.failed}
        helperText={helper(missing, captcha.failed, auth.needCaptcha, m.login.captchaFailed)}
        autoComplete="off"
        size="medium"
        fullWidth
      />
      <Tooltip title={auth.refreshCaptcha}>
        <ButtonBase
          onClick={captcha.renew}
          aria-label={auth.refreshCaptcha}
          sx={{
            width: 140,
            height: 56,
            flexShrink: 0,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
          }}
        >
          {captcha.image ? (
            <img
              src={captcha.image}
              alt={auth.captcha}
              style={{ width: '100%', height: '100%', objectFit: 'contain' }}
            />
          ) : (
            common.retry
          )}
        </ButtonBase>
      </Tooltip>
    </Stack>
  );
}

function helper(missing: boolean, failed: boolean, need: string, broken: string) {
  if (failed) {
    return broken;
  }
  return missing ? need : undefined;
}
