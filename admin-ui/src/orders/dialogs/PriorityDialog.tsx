import TextField from '@mui/material/TextField';
import { FormDialog, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';

/** Highest priority of an order; the lowest is 0. */
const HIGHEST = 100;

/** The priority that the text names, or undefined when it names none. */
function parsePriority(text: string): number | undefined {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value <= HIGHEST ? value : undefined;
}

interface PriorityDialogProps {
  title: string;
  initial: number;
  busy?: boolean;
  onConfirm: (priority: number) => void;
  onCancel: () => void;
}

/** Asks with which priority scenes are extracted again. */
export function PriorityDialog({ title, initial, busy, onConfirm, onCancel }: PriorityDialogProps) {
  const { steer } = useMessages();
  const { dialog } = useAdminMessages();
  const [text, setText] = useState(String(initial));
  const priority = parsePriority(text);
  const onSubmit = () => {
    if (priority !== undefined) {
      onConfirm(priority);
    }
  };
  return (
    <FormDialog title={title} busy={busy} onSubmit={onSubmit} onClose={onCancel}>
      <TextField
        label={dialog.priority}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={priority === undefined}
        helperText={priority === undefined ? steer.badPriority : dialog.priorityHint}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        fullWidth
        autoFocus
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
