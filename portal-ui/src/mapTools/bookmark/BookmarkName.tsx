import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { failureText } from '../../parts/failureText';
import { useToolMessages } from '../messages/useToolMessages';

type Props = {
  taken: ReadonlySet<string>;
  busy: boolean;
  error: unknown;
  onName: (name: string) => void;
  onChange: () => void;
  onCancel: () => void;
};

/** Asks what a bookmark is to be called. */
export function BookmarkName({ taken, busy, error, onName, onChange, onCancel }: Props) {
  const m = useToolMessages();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const refused = error ? failureText(m.bookmarks.addFailed, error) : null;
  const text = fault ?? (error ? refusal(error, refused ?? '', m.bookmarks.taken) : null);
  return (
    <Stack
      component="form"
      noValidate
      spacing={0.75}
      onSubmit={(event) => {
        event.preventDefault();
        const trimmed = name.trim();
        if (trimmed === '') setFault(m.bookmarks.missing);
        else if (taken.has(trimmed)) setFault(m.bookmarks.taken);
        else if (!busy) onName(trimmed);
      }}
    >
      <TextField
        autoFocus
        fullWidth
        placeholder={m.bookmarks.name}
        value={name}
        error={text !== null}
        helperText={text ?? m.bookmarks.keeps}
        onChange={(event) => {
          setName(event.target.value);
          setFault(null);
          onChange();
        }}
        slotProps={{ htmlInput: { 'aria-label': m.bookmarks.name, maxLength: 100 } }}
      />
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button onClick={onCancel}>{m.tools.cancel}</Button>
        <Button type="submit" variant="contained" loading={busy}>
          {m.bookmarks.confirm}
        </Button>
      </Stack>
    </Stack>
  );
}

/** A name that somebody else took in another window is refused in the words that are used here. */
function refusal(error: unknown, text: string, taken: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'name_taken' ? taken : text;
}
