import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { catalogue, type FieldList, FormDialog } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { DEFAULT_LIST, draftOf, isListName } from './listDraft';

interface AddListDialogProps {
  lists: readonly FieldList[];
  onClose: () => void;
  onMade: (name: string) => void;
}

/** A new list begins as a copy of another. */
export function AddListDialog({ lists, onClose, onMade }: AddListDialogProps) {
  const m = useAdminMessages().fields;
  const { run, busy } = useCall(['fieldLists']);
  const [name, setName] = useState('');
  const [label, setLabel] = useState('');
  const [from, setFrom] = useState(
    () => (lists.find((list) => list.name === DEFAULT_LIST) ?? lists[0])?.name ?? '',
  );
  const [tried, setTried] = useState(false);
  const taken = lists.some((list) => list.name === name);
  const nameFault = !isListName(name) ? m.nameBad : taken ? m.nameTaken : null;
  const labelFault = label.trim() === '' ? m.labelNeeded : null;
  const onSubmit = async () => {
    setTried(true);
    const source = lists.find((list) => list.name === from);
    if (nameFault !== null || labelFault !== null || source === undefined) return;
    // A name that somebody else took meanwhile stays that one's.
    const body = { ...draftOf(source), label: label.trim(), version: 0 };
    const texts = { ok: m.saved, failed: m.saveFailed };
    if ((await run(() => catalogue.saveFieldList(name, body), texts)) === 'accepted') onMade(name);
  };
  return (
    <FormDialog title={m.addTitle} busy={busy} onSubmit={() => void onSubmit()} onClose={onClose}>
      <Stack spacing={2} sx={{ mt: 1 }}>
        <TextField
          label={m.name}
          value={name}
          required
          autoFocus
          error={tried && nameFault !== null}
          helperText={tried ? (nameFault ?? m.nameHint) : m.nameHint}
          slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={m.label}
          value={label}
          required
          error={tried && labelFault !== null}
          helperText={tried ? labelFault : undefined}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          onChange={(event) => setLabel(event.target.value)}
        />
        <TextField
          select
          label={m.copyOf}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        >
          {lists.map((list) => (
            <MenuItem key={list.name} value={list.name}>
              {list.label}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </FormDialog>
  );
}
