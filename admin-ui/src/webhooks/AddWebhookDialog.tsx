import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { type NewWebhook, type NoticeKind, useMessages } from '@scenedock/ui-kit';
import { useInput } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { TextInput } from '../parts/forms/inputs';
import { RecordDialog } from '../parts/forms/RecordDialog';

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
  return (
    <RecordDialog<WebhookDraft>
      resource="webhooks"
      title={m.add}
      draft={{ url: '', events: [] }}
      toSend={({ url, events }) => ({ url: url.trim(), events })}
      texts={{ ok: common.success, failed: common.failure }}
      wide
      onSaved={(webhook) => onMade(webhook as NewWebhook)}
      onClose={onClose}
    >
      <Box sx={{ mt: 1, mb: 2 }}>
        <TextInput
          source="url"
          label="URL"
          type="url"
          placeholder="https://"
          hint={m.urlHint}
          maxLength={2000}
          isRequired
          check={(url) => (callable(url.trim()) ? undefined : m.badUrl)}
          autoFocus
        />
      </Box>
      <EventsInput />
    </RecordDialog>
  );
}

interface WebhookDraft {
  url: string;
  events: NoticeKind[];
}

function EventsInput() {
  const { field } = useInput<NoticeKind[]>({ source: 'events' });
  return <EventChoice chosen={field.value} onChange={field.onChange} />;
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
