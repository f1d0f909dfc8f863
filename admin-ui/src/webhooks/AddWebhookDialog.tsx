import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { api, FormDialog, type NewWebhook, type NoticeKind, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

/** Whether the text is an address that can be called; the server checks again, and more. */
export function callable(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

interface AddWebhookDialogProps {
  onClose: () => void;
  onMade: (webhook: NewWebhook) => void;
}

/** Asks for an address and what it is told of. */
export function AddWebhookDialog({ onClose, onMade }: AddWebhookDialogProps) {
  const { common } = useMessages();
  const { webhooks: m } = useAdminMessages();
  const { run, busy } = useCall(['webhooks']);
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly NoticeKind[]>([]);
  const [tried, setTried] = useState(false);
  const bad = tried && !callable(url.trim());
  const onSubmit = () => {
    setTried(true);
    if (callable(url.trim())) {
      void run(async () => onMade(await api.webhooks.create(url.trim(), [...events])), {
        ok: common.success,
        failed: common.failure,
      });
    }
  };
  return (
    <FormDialog title={m.add} wide busy={busy} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        label="URL"
        type="url"
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={bad}
        helperText={bad ? m.badUrl : m.urlHint}
        required
        fullWidth
        autoFocus
        sx={{ mt: 1, mb: 2 }}
      />
      <EventChoice chosen={events} onChange={setEvents} />
    </FormDialog>
  );
}

interface EventChoiceProps {
  chosen: readonly NoticeKind[];
  onChange: (events: NoticeKind[]) => void;
}

function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const { inbox } = useMessages();
  const { webhooks: m } = useAdminMessages();
  const kinds = Object.entries(inbox.kind) as [NoticeKind, string][];
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
      <Typography component="legend" variant="body2" sx={{ mb: 0.5 }}>
        {m.events}
        <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
          {m.eventsHint}
        </Typography>
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr' } }}>
        {kinds.map(([kind, name]) => (
          <FormControlLabel
            key={kind}
            label={name}
            control={
              <Checkbox
                checked={chosen.includes(kind)}
                onChange={(_, on) =>
                  onChange(on ? [...chosen, kind] : chosen.filter((one) => one !== kind))
                }
              />
            }
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </Box>
    </Box>
  );
}
