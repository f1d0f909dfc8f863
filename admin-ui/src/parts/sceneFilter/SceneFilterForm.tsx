import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type Faults, fieldFaults } from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { type FormEvent, useEffect, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { AreaFields } from '../area/AreaFields';
import { NodesField } from '../NodesField';
import { useCall } from '../useCall';
import { SatellitesField } from './SatellitesField';
import type { SceneConditions } from './sceneConditions';
import { useAreaDraft } from './useAreaDraft';

interface SceneFilterFormProps {
  conditions: SceneConditions;
  /** What the button does. */
  action: string;
  onSubmit: (conditions: SceneConditions) => void;
}

/** Everything but the area, as it is typed. */
type Draft = Omit<SceneConditions, 'area' | 'from' | 'to' | 'cloudMax'> & {
  from: string;
  to: string;
  cloud: string;
};

const draftOf = ({ area: _, from, to, cloudMax, ...rest }: SceneConditions): Draft => ({
  ...rest,
  from: from ?? '',
  to: to ?? '',
  cloud: cloudMax === null ? '' : String(cloudMax),
});

const PERCENT = /^\s*(100|\d{1,2}(\.\d+)?)?\s*$/;

/** What is wrong with what was typed, by field. */
function useDraftFaults(draft: Draft): Faults {
  const { sceneFilter: m } = useAdminMessages();
  return {
    ...(PERCENT.test(draft.cloud) ? {} : { cloud: m.cloudWrong }),
    ...(draft.from !== '' && draft.to !== '' && draft.from > draft.to ? { to: m.daysTurned } : {}),
  };
}

/** What scenes are looked for. Nothing is asked before the button is pressed: the address then has the conditions. */
export function SceneFilterForm({ conditions, action, onSubmit }: SceneFilterFormProps) {
  const { sceneFilter: m } = useAdminMessages();
  const [draft, setDraft] = useState(() => draftOf(conditions));
  const [areaFaults, setAreaFaults] = useState<Faults>({});
  const { area, setArea, addressArea } = useAreaDraft(conditions.area);
  const { run, busy } = useCall(['areas']);
  const faults = useDraftFaults(draft);
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  // Back, forward and links set other conditions.
  const key = JSON.stringify(conditions);
  useEffect(() => setDraft(draftOf(JSON.parse(key) as SceneConditions)), [key]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(faults).length > 0) return;
    const call = async () => {
      try {
        const { cloud, from, to, ...rest } = draft;
        const cloudMax = cloud.trim() === '' ? null : Number(cloud);
        const days = { from: from === '' ? null : from, to: to === '' ? null : to };
        onSubmit({ ...rest, ...days, cloudMax, area: await addressArea() });
        setAreaFaults({});
      } catch (error) {
        setAreaFaults(fieldFaults(error));
        throw error;
      }
    };
    await run(call, { failed: m.failed, faultsAtFields: true });
  };
  return (
    <Paper
      component="form"
      variant="outlined"
      role="search"
      aria-label={m.title}
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ p: 2 }}
    >
      <Box sx={GRID}>
        <SceneFields draft={draft} fault={faults.to} set={set} />
        <CloudFields draft={draft} fault={faults.cloud} set={set} />
        <Stack spacing={2} sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <AreaFields
            area={area}
            faults={areaFaults}
            hint={m.areaHint}
            onChange={(next) => {
              setAreaFaults({});
              setArea(next);
            }}
          />
        </Stack>
      </Box>
      <Stack direction="row" sx={{ mt: 2, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <FormControlLabel
          label={m.onlineOnly}
          control={
            <Checkbox
              checked={draft.onlineOnly}
              onChange={(_, onlineOnly) => set({ onlineOnly })}
            />
          }
        />
        <Box sx={{ flex: 1 }} />
        <Button type="submit" variant="outlined" size="medium" loading={busy}>
          {action}
        </Button>
      </Stack>
      <Box role="status" sx={{ typography: 'caption', color: 'error.main' }}>
        {Object.keys(faults).length > 0 ? m.wrong : ''}
      </Box>
    </Paper>
  );
}

const GRID = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  '& > *': { minWidth: 0 },
} as const;

function SceneFields({ draft, fault, set }: DraftFieldsProps) {
  const { sceneFilter: m } = useAdminMessages();
  return (
    <>
      <NodesField ids={draft.nodeIds} onChange={(nodeIds) => set({ nodeIds })} />
      <SatellitesField chosen={draft.satellites} onChange={(satellites) => set({ satellites })} />
      <DayField label={m.from} value={draft.from} onChange={(from) => set({ from })} fullWidth />
      <DayField
        label={m.to}
        value={draft.to}
        onChange={(to) => set({ to })}
        problem={fault}
        fullWidth
      />
      <TextField
        label={m.text}
        value={draft.text}
        onChange={({ target }) => set({ text: target.value })}
        helperText={m.textHint}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </>
  );
}

interface DraftFieldsProps {
  draft: Draft;
  fault: string | undefined;
  set: (change: Partial<Draft>) => void;
}

function CloudFields({ draft, fault, set }: DraftFieldsProps) {
  const { sceneFilter: m } = useAdminMessages();
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
      <TextField
        label={m.cloud}
        value={draft.cloud}
        onChange={({ target }) => set({ cloud: target.value })}
        error={fault !== undefined}
        helperText={fault ?? m.cloudHint}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        sx={{ flex: '1 1 140px' }}
      />
      <FormControlLabel
        label={m.unknownCloud}
        disabled={draft.cloud.trim() === ''}
        control={
          <Checkbox
            checked={draft.unknownCloud && draft.cloud.trim() !== ''}
            onChange={(_, unknownCloud) => set({ unknownCloud })}
          />
        }
      />
    </Stack>
  );
}
