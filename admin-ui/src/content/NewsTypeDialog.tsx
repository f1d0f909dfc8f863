import TextField from '@mui/material/TextField';
import { contentDesk, FormDialog, type NewsType } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { CONTENT } from './contentTopic';

interface NewsTypeDialogProps {
  /** Null: a new one. */
  type: NewsType | null;
  onClose: () => void;
}

/** Names a type of news. */
export function NewsTypeDialog({ type, onClose }: NewsTypeDialogProps) {
  const { newsTypes: m, content } = useAdminMessages();
  const { run, busy } = useCall([CONTENT]);
  const [name, setName] = useState(type?.name ?? '');
  const [tried, setTried] = useState(false);
  const trimmed = name.trim();
  const missing = tried && trimmed === '';
  const submit = async () => {
    setTried(true);
    if (trimmed === '') return;
    const call = () =>
      type === null
        ? contentDesk.newsTypes.create(trimmed)
        : contentDesk.newsTypes.rename(type.id, trimmed);
    const outcome = await run(call, { ok: content.saved, failed: content.failed });
    if (outcome === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={type === null ? m.add : m.rename}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={m.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={missing}
        helperText={missing ? content.needed : ' '}
        slotProps={{ htmlInput: { maxLength: 30 } }}
        required
        fullWidth
        autoFocus
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
