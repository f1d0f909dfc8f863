import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type Faults,
  FormDialog,
  INSTRUMENT_NAMES,
  type Instrument,
  UNNAMED_INSTRUMENTS,
} from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useGetList } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useKeptText } from '../parts/forms/useKeptText';
import { useSaveRecord } from '../parts/forms/useSaveRecord';
import { codeOf, idOf } from './instrumentModel';

interface NameDialogProps {
  /** What is to be named; null: a code that is typed. */
  instrument: Instrument | null;
  onClose: () => void;
}

const NEW = { satellite: '', sensor: '', name: '', nameEn: '', version: 0 };
const CODE = { htmlInput: { maxLength: 200 } };
const NAME = { htmlInput: { maxLength: 100 } };

function checked(draft: typeof NEW, codeNeeded: string, nameNeeded: string): Faults {
  const isNamed = draft.name.trim() !== '';
  // An instrument that has a name may lose it: both are cleared.
  const clears = draft.version > 0 && draft.nameEn.trim() === '';
  return {
    ...(codeOf(draft).trim() === '' ? { satellite: codeNeeded } : {}),
    ...(isNamed || clears ? {} : { name: nameNeeded }),
  };
}

const wordsOf = ({ name, nameEn }: Instrument) => [name, nameEn].filter(Boolean).join(' · ');

/** Names a satellite or a sensor, or takes its name away. */
export function NameDialog({ instrument, onClose }: NameDialogProps) {
  const { instruments: m } = useAdminMessages();
  const texts = { ok: m.saved, failed: m.failed, inPlace: true };
  const { save, busy, refusal } = useSaveRecord('sensortranslation', texts);
  const { data } = useGetList<Instrument & { id: string }>(
    'sensortranslation',
    {},
    { enabled: refusal !== null },
  );
  const now = instrument === null ? null : data?.find(({ id }) => id === idOf(instrument));
  const next = useKeptText({ opened: instrument ?? undefined, now, refusal, wordsOf });
  const queries = useQueryClient();
  const [draft, setDraft] = useState(instrument ?? NEW);
  const [faults, setFaults] = useState<Faults>({});
  const edit = (part: Partial<typeof NEW>) => setDraft((old) => ({ ...old, ...part }));
  const submit = async () => {
    const found = checked(draft, m.codeNeeded, m.nameNeeded);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { satellite, sensor, name, nameEn } = draft;
    const { version } = next.base ?? NEW;
    const saved = await save(undefined, { satellite, sensor, name, nameEn, version });
    setFaults(saved.faults ?? {});
    const { outcome } = saved;
    if (outcome === 'accepted') {
      void queries.invalidateQueries({ queryKey: [...INSTRUMENT_NAMES] });
    }
    if (outcome === 'accepted') onClose();
  };
  const { satellite, sensor } = draft;
  const code = UNNAMED_INSTRUMENTS.instrument(sensor === '' ? satellite : '', sensor);
  return (
    <FormDialog
      title={instrument === null ? m.add : m.edit(codeOf(instrument))}
      busy={busy}
      refusal={next.refusal}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        {instrument === null && <CodeFields draft={draft} faults={faults} onEdit={edit} />}
        <TextField
          autoFocus={instrument !== null}
          fullWidth
          label={m.name}
          value={draft.name}
          error={faults.name !== undefined}
          helperText={faults.name ?? (draft.version > 0 ? m.clearHint : code && m.shownAs(code))}
          slotProps={NAME}
          onChange={({ target }) => edit({ name: target.value })}
        />
        <TextField
          fullWidth
          label={m.nameEn}
          value={draft.nameEn}
          error={faults.nameEn !== undefined}
          helperText={faults.nameEn ?? m.enHint}
          slotProps={NAME}
          onChange={({ target }) => edit({ nameEn: target.value })}
        />
      </Stack>
    </FormDialog>
  );
}

interface CodeFieldsProps {
  draft: typeof NEW;
  faults: Faults;
  onEdit: (part: Partial<typeof NEW>) => void;
}

/** What a code that is typed names. */
function CodeFields({ draft: { satellite, sensor }, faults, onEdit }: CodeFieldsProps) {
  const { instruments: m } = useAdminMessages();
  return (
    <>
      <TextField
        autoFocus
        fullWidth
        label={m.satellite}
        value={satellite}
        error={faults.satellite !== undefined}
        helperText={faults.satellite}
        slotProps={CODE}
        onChange={({ target }) => onEdit({ satellite: target.value })}
      />
      <TextField
        fullWidth
        label={m.sensor}
        value={sensor}
        error={faults.sensor !== undefined}
        helperText={faults.sensor ?? m.sensorHint}
        slotProps={CODE}
        onChange={({ target }) => onEdit({ sensor: target.value })}
      />
    </>
  );
}
