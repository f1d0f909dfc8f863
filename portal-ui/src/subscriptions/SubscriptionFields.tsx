import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useSubscriptionWords } from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { missingFields, type SubscriptionDraft } from './subscriptionDraft';
import { usePageWords } from './usePageWords';
import { useTargets } from './useTargets';

const FREQUENCIES = ['day', 'week', 'month', 'year'] as const;
const DELAYS = [0, 1, 2] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Props = {
  draft: SubscriptionDraft;
  /** Whether somebody has tried to send it. */
  tried: boolean;
  onChange: (part: Partial<SubscriptionDraft>) => void;
  /** Makes a target, which is then the one that is chosen. */
  onAddTarget: () => void;
};

type FieldProps = Pick<Props, 'draft' | 'onChange'>;

/** The fields of a subscription. */
export function SubscriptionFields({ draft, tried, onChange, onAddTarget }: Props) {
  const m = usePageWords();
  const missing = tried ? missingFields(draft) : [];
  const fault = (field: keyof SubscriptionDraft) =>
    missing.includes(field) ? m.needed : undefined;
  return (
    <Stack sx={{ gap: 2, pt: 1 }}>
      <TextField
        autoFocus
        label={m.name}
        value={draft.name}
        error={fault('name') !== undefined}
        helperText={fault('name')}
        onChange={(event) => onChange({ name: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 50 } }}
      />
      <TextField
        multiline
        minRows={2}
        label={m.purpose}
        value={draft.purpose}
        error={fault('purpose') !== undefined}
        helperText={fault('purpose')}
        onChange={(event) => onChange({ purpose: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <TargetField
        value={draft.targetId}
        fault={fault('targetId')}
        onChange={onChange}
        onAddTarget={onAddTarget}
      />
      <RhythmFields draft={draft} onChange={onChange} />
      <DayField
        fullWidth
        disablePast
        label={m.validUntil}
        value={draft.validUntil}
        problem={fault('validUntil')}
        onChange={(validUntil) => onChange({ validUntil })}
      />
      <BoundFields draft={draft} onChange={onChange} />
      <FormControlLabel
        control={<Checkbox checked={draft.digest} onChange={(_, digest) => onChange({ digest })} />}
        label={m.digest}
      />
    </Stack>
  );
}

type TargetFieldProps = Pick<Props, 'onChange' | 'onAddTarget'> & {
  value: string;
  fault: string | undefined;
};

function TargetField({ value, fault, onChange, onAddTarget }: TargetFieldProps) {
  const m = usePageWords();
  const items = useTargets().data?.items;
  const add = (
    <Button onClick={onAddTarget} sx={{ flex: 'none' }}>
      {m.addTarget}
    </Button>
  );
  if (items?.length === 0) {
    return (
      <Alert severity={fault === undefined ? 'info' : 'error'} action={add}>
        {m.noTargets}
      </Alert>
    );
  }
  const isKnown = items?.some((target) => target.id === value) ?? false;
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <TextField
        select
        fullWidth
        label={m.target}
        value={isKnown ? value : ''}
        error={fault !== undefined}
        helperText={fault}
        onChange={(event) => onChange({ targetId: event.target.value })}
      >
        {(items ?? []).map((target) => (
          <MenuItem key={target.id} value={target.id}>
            {target.name}
          </MenuItem>
        ))}
      </TextField>
      {add}
    </Stack>
  );
}

function RhythmFields({ draft, onChange }: FieldProps) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
      <TextField
        select
        fullWidth
        label={m.frequency}
        value={draft.frequency === '' ? 'at_once' : draft.frequency}
        onChange={({ target }) =>
          onChange({ frequency: target.value === 'at_once' ? '' : target.value })
        }
      >
        <MenuItem value="at_once">{w.frequencies.at_once}</MenuItem>
        {FREQUENCIES.map((one) => (
          <MenuItem key={one} value={one}>
            {w.frequencies[one]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        fullWidth
        label={m.delay}
        helperText={m.delayHint}
        value={String(draft.delaytime)}
        onChange={(event) => onChange({ delaytime: Number(event.target.value) })}
      >
        {DELAYS.map((hours) => (
          <MenuItem key={hours} value={String(hours)}>
            {w.delays(hours)}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  );
}

function BoundFields({ draft, onChange }: FieldProps) {
  const m = usePageWords();
  const hour = (field: 'windowFrom' | 'windowTo', label: string) => (
    <TextField
      select
      fullWidth
      label={`${m.window} · ${label}`}
      value={draft[field] === '' ? 'any' : draft[field]}
      onChange={({ target }) =>
        onChange(
          target.value === 'any' ? { windowFrom: '', windowTo: '' } : { [field]: target.value },
        )
      }
    >
      <MenuItem value="any">{m.windowAny}</MenuItem>
      {HOURS.map((one) => (
        <MenuItem key={one} value={String(one)}>
          {m.hour(one)}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <>
      <TextField
        type="number"
        label={m.dailyGigabytes}
        helperText={m.dailyHint}
        value={draft.gigabytes}
        onChange={(event) => onChange({ gigabytes: event.target.value })}
        slotProps={{ htmlInput: { min: 0, step: 'any' } }}
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        {hour('windowFrom', m.windowFrom)}
        {hour('windowTo', m.windowTo)}
      </Stack>
    </>
  );
}
