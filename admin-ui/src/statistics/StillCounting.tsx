import Typography from '@mui/material/Typography';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Says that orders written just now are not among the figures yet. */
export function StillCounting({ current }: { current: boolean }) {
  const { statistics: m } = useAdminMessages();
  if (current) return null;
  return (
    <Typography role="status" variant="body2" color="text.secondary" sx={{ mb: 1 }}>
      {m.counting}
    </Typography>
  );
}
