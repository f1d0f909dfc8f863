import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { daysBefore, useMessages } from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { AreaField } from './AreaField';
import { CatalogueTree } from './CatalogueTree';
import { type Criteria, changedCriteria, EMPTY_CRITERIA } from './searchState';
import { useSatellites } from './useSceneSearch';

const SHORTCUT_DAYS = [7, 30, 90] as const;

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}

type PartProps = { draft: Criteria; onChange: (part: Partial<Criteria>) => void };

function TimeRange({ draft, onChange }: PartProps) {
  const m = useMessages();
  const wrong = draft.from !== null && draft.to !== null && draft.from > draft.to;
  const field = (key: 'from' | 'to') => (
    <DayField
      fullWidth
      label={m.search[key]}
      value={draft[key] ?? ''}
      problem={wrong && key === 'to' ? m.search.timeOrder : undefined}
      onChange={(day) => onChange({ [key]: day || null })}
    />
  );
  return (
    <>
      <Stack spacing={1.5}>
        {field('from')}
        {field('to')}
      </Stack>
      <Stack direction="row" spacing={0.5} sx={{ mt: 0.5 }}>
        {SHORTCUT_DAYS.map((days) => (
          <Button
            key={days}
            onClick={() => {
              const now = new Date();
              onChange({ from: daysBefore(now, days), to: daysBefore(now, 0) });
            }}
          >
            {m.search.last(days)}
          </Button>
        ))}
      </Stack>
    </>
  );
}

function Satellites({ draft, onChange }: PartProps) {
  const m = useMessages();
  const { data } = useSatellites();
  const counts = new Map(data?.items.map((one) => [one.satelite, one.count]));
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={[...counts.keys()]}
      value={draft.satellites}
      onChange={(_, satellites) => onChange({ satellites })}
      renderOption={({ key, ...props }, name) => (
        <li key={key} {...props}>
          <span style={{ flex: 1 }}>{name}</span>
          <Typography variant="caption" color="textSecondary">
            {counts.get(name)?.toLocaleString()}
          </Typography>
        </li>
      )}
      renderInput={(props) => <TextField {...props} label={m.search.satellites} />}
    />
  );
}

function CloudLimit({ draft, onChange }: PartProps) {
  const m = useMessages();
  const value = draft.cloudMax ?? 100;
  const text = (limit: number) => (limit === 100 ? m.search.cloudAny : `${limit}%`);
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'center', px: 0.5 }}>
      <Typography variant="body2" sx={{ whiteSpace: 'nowrap' }}>
        {m.search.cloudMax}
      </Typography>
      <Slider
        size="small"
        aria-label={m.search.cloudMax}
        value={value}
        step={5}
        getAriaValueText={text}
        onChange={(_, limit) => onChange({ cloudMax: limit === 100 ? null : Number(limit) })}
      />
      <Typography variant="body2" sx={{ minWidth: 36, textAlign: 'right' }}>
        {text(value)}
      </Typography>
    </Stack>
  );
}

type Props = {
  criteria: Criteria;
  onSearch: (criteria: Criteria) => void;
};

/** Conditions are collected here and searched with on "query"; area and catalogue take effect at once. */
export function ConditionsForm({ criteria, onSearch }: Props) {
  const m = useMessages();
  const [draft, setDraft] = useState(criteria);
  const known = useRef(criteria);
  useEffect(() => {
    // An area drawn on the map must not take back what was typed and not yet searched for.
    const fresh = changedCriteria(known.current, criteria);
    known.current = criteria;
    setDraft((old) => ({ ...old, ...fresh }));
  }, [criteria]);
  const edit = (part: Partial<Criteria>) => setDraft((old) => ({ ...old, ...part }));
  const wrongTime = draft.from !== null && draft.to !== null && draft.from > draft.to;
  const search = (next: Criteria) => {
    setDraft(next);
    onSearch(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrongTime) onSearch(draft);
  };
  return (
    <Stack
      component="form"
      aria-label={m.search.conditions}
      onSubmit={submit}
      sx={{ height: '100%', minHeight: 0 }}
    >
      <Stack spacing={2} sx={{ p: 1.5, flex: 1, overflowY: 'auto', minHeight: 0 }}>
        <Group title={m.search.area}>
          <AreaField area={criteria.area} onChange={(area) => search({ ...draft, area })} />
        </Group>
        <Group title={m.scene.scenedate}>
          <TimeRange draft={draft} onChange={edit} />
        </Group>
        <Group title={m.search.conditions}>
          <Stack spacing={1.25}>
            <TextField
              fullWidth
              label={m.search.text}
              placeholder={m.search.textHint}
              value={draft.text}
              onChange={(event) => edit({ text: event.target.value })}
            />
            <Satellites draft={draft} onChange={edit} />
            <CloudLimit draft={draft} onChange={edit} />
          </Stack>
        </Group>
        <Group title={m.search.catalogue}>
          <CatalogueTree
            chosen={draft.nodeIds}
            onChange={(nodeIds) => search({ ...draft, nodeIds })}
          />
        </Group>
      </Stack>
      <Stack
        direction="row"
        spacing={1}
        sx={{ p: 1.5, borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
      >
        <Button type="submit" variant="contained" sx={{ flex: 1 }} disabled={wrongTime}>
          {m.common.query}
        </Button>
        <Button variant="outlined" onClick={() => search(EMPTY_CRITERIA)}>
          {m.common.reset}
        </Button>
      </Stack>
    </Stack>
  );
}
