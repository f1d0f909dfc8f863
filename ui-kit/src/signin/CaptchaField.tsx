import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import type { Captcha } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { tokens } from '../tokens';

type PictureProps = { captcha: Captcha | undefined; failed: boolean; onRenew: () => void };

/** What the picture beside it shows; the rest are properties of the text field. */
export function CaptchaField({
  captcha,
  failed,
  onRenew,
  ...field
}: PictureProps & TextFieldProps) {
  const { auth } = useMessages();
  return (
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <TextField label={auth.captcha} autoComplete="off" {...field} />
      <CaptchaPicture captcha={captcha} failed={failed} onRenew={onRenew} />
    </Stack>
  );
}

/** The picture of a code; a click fetches another. */
function CaptchaPicture({ captcha, failed, onRenew }: PictureProps) {
  const { auth, common } = useMessages();
  return (
    <Tooltip title={auth.refreshCaptcha}>
      <ButtonBase
        onClick={onRenew}
        aria-label={auth.refreshCaptcha}
        sx={{
          width: 140,
          height: 56,
          flexShrink: 0,
          border: 1,
          borderColor: failed ? 'error.main' : 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          color: tokens.paper.text,
          bgcolor: tokens.paper.ground,
        }}
      >
        {captcha === undefined ? (
          failed && common.retry
        ) : (
          <img
            src={captcha.image}
            alt={auth.captcha}
            style={{ width: '100%', height: '100%', objectFit: 'fill' }}
          />
        )}
      </ButtonBase>
    </Tooltip>
  );
}
