import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { catalogue, errorText, FormDialog, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../../parts/notice';
import { SAVED } from './Saved';

const LONGEST_NAME = 60;

type Props = { query: string; summary: string; onClose: () => void };

/** Gives the present search a name and keeps it for this person. */
export default function SaveDialog({ query, summary, onClose }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const [name, setName] = useState(summary.slice(0, LONGEST_NAME));
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => catalogue.saveSearch(name.trim(), query),
    onSuccess: () => {
      notice(m.find.savedDone);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: SAVED }),
  });
  const missing = tried && name.trim() === '' ? m.find.saveNeeded : null;
  const refused = save.error === null ? null : errorText(save.error, m.find.saveFailed);
  const submit = () => {
    setTried(true);
    if (name.trim() !== '') save.mutate();
  };
  return (
    <FormDialog title={m.find.saveTitle} busy={save.isPending} onSubmit={submit} onClose={onClose}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {summary}
      </Typography>
      <TextField
        autoFocus
        fullWidth
        margin="dense"
        label={m.find.saveName}
        value={name}
        error={missing !== null || refused !== null}
        helperText={missing ?? refused ?? ' '}
        onChange={(event) => {
          setName(event.target.value);
          save.reset();
        }}
        slotProps={{ htmlInput: { maxLength: LONGEST_NAME } }}
      />
    </FormDialog>
  );
}
