import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '../messages/LocaleProvider';
import { CopyButton } from '../parts/CopyButton';
import { ink, textSize } from '../tokens';
import type { FtpAddress } from './commands';

/** Stands for a password that is not to be seen. */
export const COVER = '••••••••';

type Props = {
  /** `user:password@host:port`. */
  address: string;
  /** The same taken apart; null: it could not be. */
  parts: FtpAddress | null;
  /** Whether the password is to be seen. */
  open: boolean;
  onOpen: (open: boolean) => void;
};

/** An account of the FTP gateway, its password covered until asked for; copying takes it whole. */
export function FtpAccount({ address, parts, open, onOpen }: Props) {
  const m = useMessages();
  const covered = parts === null ? COVER : `${parts.user}:${COVER}@${parts.host}:${parts.port}`;
  return (
    <Box sx={{ bgcolor: ink.raised, borderRadius: 1, p: 1.5, mt: '8px !important' }}>
      <Typography variant="h3">{m.delivery.address}</Typography>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, flexWrap: 'wrap' }}>
        <Box
          component="code"
          data-testid="address"
          sx={{ fontSize: textSize.reading, overflowWrap: 'anywhere', flex: 1, minWidth: 200 }}
        >
          {open ? address : covered}
        </Box>
        <IconButton
          aria-label={open ? m.delivery.hidePassword : m.delivery.showPassword}
          aria-pressed={open}
          onClick={() => onOpen(!open)}
        >
          {open ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
        </IconButton>
        <CopyButton text={address} label={m.common.copy} />
      </Stack>
      {parts === null ? null : (
        <Stack direction="row" sx={{ mt: 1, gap: 1, flexWrap: 'wrap' }}>
          <CopyButton text={parts.host} label={`${m.delivery.host} ${parts.host}`} />
          <CopyButton text={parts.port} label={`${m.delivery.port} ${parts.port}`} />
          <CopyButton text={parts.user} label={`${m.delivery.user} ${parts.user}`} />
          <CopyButton text={parts.password} label={m.delivery.password} />
        </Stack>
      )}
    </Box>
  );
}
