import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { FormDialog, type Scene, useMessages } from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';
import { countNames, namesIn } from './cartView';

type Props = {
  scenes: readonly Scene[];
  busy: boolean;
  onRemove: (names: string[]) => void;
  onClose: () => void;
};

/** Takes out every scene that bears one of the names. */
export function RemoveByNameDialog({ scenes, busy, onRemove, onClose }: Props) {
  const m = useMessages();
  const [text, setText] = useState('');
  const counts = useMemo(() => countNames(scenes), [scenes]);
  const names = namesIn(text).filter((name) => counts.has(name));
  const found = names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
  const hint = text.trim() === '' ? m.basket.byNameHint : m.basket.namesFound(found);
  return (
    <FormDialog
      title={m.basket.byName}
      wide
      destructive
      confirm={m.common.remove}
      busy={busy}
      blocked={found === 0 ? hint : undefined}
      onSubmit={() => onRemove(names)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        multiline
        minRows={4}
        maxRows={12}
        margin="dense"
        label={m.basket.names}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Typography role="status" variant="body2" color="textSecondary">
        {text.trim() !== '' && found === 0 ? m.basket.namesNone : hint}
      </Typography>
    </FormDialog>
  );
}
