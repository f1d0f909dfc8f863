import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type Faults,
  FormDialog,
  fieldFaults,
  type ManagedRegion,
  type RegionLevel,
  regionDesk,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useKeptText } from '../parts/forms/useKeptText';
import { useCall } from '../parts/useCall';
import { OutlineField } from './OutlineField';
import { REGIONS_TOPIC, useRegion } from './useRegions';

const LEVELS: readonly RegionLevel[] = ['nation', 'province', 'city', 'county'];
const LONGEST = { htmlInput: { maxLength: 100 } };

interface RegionDialogProps {
  /** The region to change; left out: a new one. */
  region?: ManagedRegion;
  /** What a new one is part of. */
  parent?: ManagedRegion;
  onClose: () => void;
  onMade?: (region: ManagedRegion) => void;
}

const wordsOf = ({ areaName, pinyin }: ManagedRegion) => `${areaName} · ${pinyin}`;

/** Levels below that of a region. */
const below = (level: RegionLevel) => LEVELS.slice(LEVELS.indexOf(level) + 1);

function useRegionForm(region: ManagedRegion | undefined, parent: ManagedRegion | undefined) {
  const [draft, setDraft] = useState({
    areaCode: region?.areaCode ?? '',
    areaName: region?.areaName ?? '',
    pinyin: region?.pinyin ?? '',
    level: region?.level ?? below(parent?.level ?? 'nation')[0] ?? 'county',
    wkt: '',
  });
  const edit = (part: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...part }));
  const send = (base: ManagedRegion | undefined) => {
    const { areaCode, areaName, pinyin, level, wkt } = draft;
    return base === undefined
      ? regionDesk.create({
          ...{ areaCode, areaName, pinyin, level, wkt },
          parentCode: parent?.areaCode ?? '',
        })
      : regionDesk.change(areaCode, {
          ...{ areaName, pinyin, version: base.version },
          wkt: wkt.trim() === '' ? null : wkt,
        });
  };
  return { draft, edit, send };
}

/** Adds a region, or changes what one is called and where it lies. */
export function RegionDialog({ region, parent, onClose, onMade }: RegionDialogProps) {
  const { regions: m } = useAdminMessages();
  const { draft, edit, send } = useRegionForm(region, parent);
  const { run, busy, refusal } = useCall(REGIONS_TOPIC);
  const now = useRegion(region?.areaCode ?? '').data;
  const next = useKeptText({ opened: region, now, refusal, wordsOf });
  const [faults, setFaults] = useState<Faults>({});
  const isNew = region === undefined;
  const submit = async () => {
    if (isNew && draft.wkt.trim() === '') return setFaults({ wkt: m.outlineNeeded });
    setFaults({});
    const call = async () => {
      const made = await send(next.base).catch((error) => {
        setFaults(fieldFaults(error));
        throw error;
      });
      if (isNew) onMade?.(made);
    };
    const texts = { ok: isNew ? m.made : m.saved, failed: m.failed, inPlace: true };
    if ((await run(call, texts)) === 'accepted') onClose();
  };
  const text = (field: 'areaCode' | 'areaName' | 'pinyin', hint?: string) => ({
    required: true,
    fullWidth: true,
    value: draft[field],
    error: faults[field] !== undefined,
    helperText: faults[field] ?? hint,
    slotProps: LONGEST,
    onChange: ({ target }: { target: { value: string } }) => edit({ [field]: target.value }),
  });
  return (
    <FormDialog
      wide
      title={isNew ? m.addTitle(parent?.areaName ?? '') : m.editTitle(region.areaName)}
      busy={busy}
      refusal={next.refusal}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        {isNew && <TextField autoFocus label={m.code} {...text('areaCode', m.codeHint)} />}
        {isNew && (
          <TextField
            select
            fullWidth
            label={m.level}
            value={draft.level}
            error={faults.parentCode !== undefined}
            helperText={faults.parentCode}
            onChange={({ target }) => edit({ level: target.value as RegionLevel })}
          >
            {below(parent?.level ?? 'nation').map((level) => (
              <MenuItem key={level} value={level}>
                {m.levels[level]}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField autoFocus={!isNew} label={m.name} {...text('areaName')} />
        <TextField label={m.pinyin} {...text('pinyin', m.pinyinHint)} />
        <OutlineField
          region={region ?? null}
          wkt={draft.wkt}
          fault={faults.wkt}
          onChange={(wkt) => edit({ wkt })}
        />
      </Stack>
    </FormDialog>
  );
}
