import Link from '@mui/material/Link';
import { useConfig } from '../api/useConfig';
import { usePasswordResetTexts } from './passwordResetTexts';

/** The way to another password, where mails are sent. */
export function ForgottenLink({ onOpen }: { onOpen: () => void }) {
  const t = usePasswordResetTexts();
  if (!useConfig().passwordResetByMail) return null;
  return (
    <Link
      component="button"
      type="button"
      variant="body2"
      onClick={onOpen}
      sx={{ alignSelf: 'flex-end' }}
    >
      {t.forgotten}
    </Link>
  );
}
