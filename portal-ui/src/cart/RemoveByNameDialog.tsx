import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { useId, useMemo, useState } from 'react';
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
  const id = useId();
  const [text, setText] = useState('');
  const counts = useMemo(() => countNames(scenes), [scenes]);
  const names = namesIn(text).filter((name) => counts.has(name));
  const found = names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
  const said = text.trim() === '' ? m.basket.byNameHint : m.basket.namesFound(found);
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{m.basket.byName}</DialogTitle>
      <DialogContent>
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
          {text.trim() !== '' && found === 0 ? m.basket.namesNone : said}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{m.common.cancel}</Button>
        <Button
          variant="contained"
          color="error"
          loading={busy}
          disabled={found === 0}
          title={found === 0 ? said : undefined}
          onClick={() => onRemove(names)}
        >
          {m.common.remove}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
