import TextField from '@mui/material/TextField';
import { type ArchiveSource, FormDialog, operations } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

interface SourceShareDialogProps {
  source: ArchiveSource;
  onClose: () => void;
}

/** How much of the slots a source may have; empty: the usual share. */
export function SourceShareDialog({ source, onClose }: SourceShareDialogProps) {
  const { monitor: m } = useAdminMessages();
  const { run, busy, refusal } = useCall(MONITOR_TOPIC);
  const [text, setText] = useState(source.share === null ? '' : String(source.share));
  const good = text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100);
  const save = async () => {
    const share = text === '' ? null : Number(text);
    const texts = { ok: m.shareSaved, failed: m.shareFailed, inPlace: true };
    const outcome = await run(() => operations.setSourceShare(source.id, share), texts);
    if (outcome === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.changeShareOf(source.name)}
      confirm={m.changeShare}
      blocked={good ? undefined : m.shareHint}
      busy={busy}
      refusal={refusal}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={m.share}
        value={text}
        onChange={({ target }) => setText(target.value.trim())}
        error={!good}
        helperText={m.shareHint}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        sx={{ mt: 1 }}
        autoFocus
        fullWidth
      />
    </FormDialog>
  );
}

const MONITOR_TOPIC = ['monitor'] as const;
