import Typography from '@mui/material/Typography';
import { useAdminMessages } from '../i18n/useAdminMessages';

interface StillCountingProps {
  current: boolean;
  /** What to say; left out: of orders. */
  text?: string;
}

/** Says that what was written just now is not among the figures yet. */
export function StillCounting({ current, text }: StillCountingProps) {
  const { statistics: m } = useAdminMessages();
  if (current) return null;
  return (
    <Typography role="status" variant="body2" color="text.secondary" sx={{ mb: 1 }}>
      {text ?? m.counting}
    </Typography>
  );
}
