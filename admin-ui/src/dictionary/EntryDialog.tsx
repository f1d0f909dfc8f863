import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type DictionaryEntry,
  type DictionaryList,
  type Faults,
  FormDialog,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useKeptText } from '../parts/forms/useKeptText';
import { faultsOf } from '../providers/errors';
import { useListChange } from './useListChange';

interface EntryDialogProps {
  list: DictionaryList;
  /** Null: a new one, at the end. */
  entry: DictionaryEntry | null;
  onClose: () => void;
}

const wordsOf = ({ name, nameEn }: DictionaryEntry) => [name, nameEn].filter(Boolean).join(' · ');

/** Names an entry in both languages. What orders have keeps its Chinese name. */
export function EntryDialog({ list, entry, onClose }: EntryDialogProps) {
  const { dictionary: m, dialog } = useAdminMessages();
  const { change, busy, refusal } = useListChange(list);
  const now = entry === null ? null : (list.entries.find(({ id }) => id === entry.id) ?? null);
  const next = useKeptText({ opened: entry ?? undefined, now, refusal, wordsOf });
  const [name, setName] = useState(entry?.name ?? '');
  const [nameEn, setNameEn] = useState(entry?.nameEn ?? '');
  const [faults, setFaults] = useState<Faults>({});
  const isFixed = entry !== null && entry.orders > 0;
  const submit = async () => {
    if (name.trim() === '') {
      setFaults({ name: m.nameNeeded });
      return;
    }
    const named = { name, nameEn };
    const entries =
      entry === null
        ? [...list.entries, { ...named, on: true }]
        : list.entries.map((one) => (one.id === entry.id ? { ...one, ...named } : one));
    const at =
      entry === null ? list.entries.length : list.entries.findIndex((one) => one.id === entry.id);
    const onError = (error: unknown) => {
      const found = faultsOf(error) ?? {};
      const own = ['name', 'nameEn'].map((part) => [part, found[`entries[${at}].${part}`]]);
      setFaults(Object.fromEntries(own.filter(([, text]) => text !== undefined)));
    };
    if ((await change({ entries, ok: m.saved, inPlace: true, onError })) === 'accepted') onClose();
  };
  const slotProps = { htmlInput: { maxLength: list.longest } };
  return (
    <FormDialog
      title={entry === null ? m.addTo(m.kinds[list.kind]) : m.edit(entry.name)}
      wide={list.kind === 'reject_phrase'}
      busy={busy}
      refusal={next.refusal}
      blocked={entry !== null && now === null ? dialog.gone : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        <TextField
          autoFocus={!isFixed}
          fullWidth
          required
          label={m.name}
          value={name}
          disabled={isFixed}
          error={faults.name !== undefined}
          helperText={faults.name ?? (isFixed ? m.fixed(entry.orders) : ' ')}
          slotProps={slotProps}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          autoFocus={isFixed}
          fullWidth
          label={m.nameEn}
          value={nameEn}
          error={faults.nameEn !== undefined}
          helperText={faults.nameEn ?? m.enHint}
          slotProps={slotProps}
          onChange={({ target }) => setNameEn(target.value)}
        />
      </Stack>
    </FormDialog>
  );
}
