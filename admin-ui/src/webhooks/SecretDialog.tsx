import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { NewWebhook } from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { CopyField } from '../parts/CopyField';

/** The secret of a new webhook, which is never shown again: only its button closes this. */
export function SecretDialog({ webhook, onClose }: { webhook: NewWebhook; onClose: () => void }) {
  const { webhooks: m } = useAdminMessages();
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{m.secretTitle}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
          {webhook.url}
        </Typography>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {m.secretOnce}
        </Alert>
        <CopyField label={m.secret} text={webhook.secret} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {m.secretUse}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {m.secretKept}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
