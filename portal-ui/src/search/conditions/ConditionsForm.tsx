import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useInstrumentNames, useMessages } from '@scenedock/ui-kit';
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useBaseFacets } from '../facets/useFacets';
import { type Criteria, EMPTY_CRITERIA } from '../searchState';
import { useSatellites } from '../useSceneSearch';
import { AreaPart } from './AreaPart';
import { CatalogueTree } from './CatalogueTree';
import { CloudLimit } from './CloudLimit';
import { isReversed, ownFields } from './fieldConditions';
import { KindTabs } from './KindTabs';
import { ManyOf } from './ManyOf';
import { RegionOffer } from './RegionOffer';
import { TimeFields, wrongOrder } from './TimeFields';
import { useDraft } from './useDraft';
import { useNodeFields } from './useNodeFields';

const NodeFields = lazy(() => import('./NodeFields'));

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}

type PartProps = { draft: Criteria; onChange: (part: Partial<Criteria>) => void };

function Satellites({ draft, onChange }: PartProps) {
  const m = useMessages();
  const { satellite } = useInstrumentNames();
  const { data } = useSatellites();
  return (
    <ManyOf
      label={m.search.satellites}
      options={data?.items.map((one) => ({ value: one.satelite, count: one.count })) ?? []}
      value={draft.satellites}
      name={satellite}
      onChange={(satellites) => onChange({ satellites })}
    />
  );
}

/** Which sensors there are is asked for only when somebody looks. */
function Sensors({ draft, onChange }: PartProps) {
  const m = useMessages();
  const { sensor } = useInstrumentNames();
  const [looked, setLooked] = useState(false);
  const { data } = useBaseFacets({ ...EMPTY_CRITERIA, kind: draft.kind }, looked);
  return (
    <ManyOf
      label={m.find.sensors}
      options={data?.facets?.sensors ?? []}
      value={draft.sensors}
      name={sensor}
      onChange={(sensors) => onChange({ sensors })}
      onOpen={() => setLooked(true)}
    />
  );
}

function Online({ draft, onChange }: PartProps) {
  const m = useMessages();
  return (
    <FormControlLabel
      title={m.find.onlineHint}
      label={m.find.onlineOnly}
      slotProps={{ typography: { variant: 'body2' } }}
      control={
        <Checkbox
          checked={draft.onlineOnly}
          onChange={(_, onlineOnly) => onChange({ onlineOnly })}
          sx={{ p: 0.5, ml: 0.5 }}
        />
      }
    />
  );
}

type ImageryProps = PartProps & { onTake: (area: Criteria['area'], text: string) => void };

function Imagery({ draft, onChange, onTake }: ImageryProps) {
  const m = useMessages();
  return (
    <Stack spacing={1.25}>
      <TextField
        fullWidth
        id="search-text"
        label={m.search.text}
        placeholder={m.search.textHint}
        value={draft.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <RegionOffer text={draft.text} area={draft.area} onTake={onTake} />
      <Satellites draft={draft} onChange={onChange} />
      <Sensors draft={draft} onChange={onChange} />
      <CloudLimit draft={draft} onChange={onChange} />
      <Online draft={draft} onChange={onChange} />
    </Stack>
  );
}

type Props = {
  criteria: Criteria;
  areaFault: string | null;
  onSearch: (criteria: Criteria) => void;
  onZoom: (wkt: string) => void;
};

/** Conditions are collected here and searched with on "query"; object type, area and catalogue take effect at once. */
export function ConditionsForm({ criteria, areaFault, onSearch, onZoom }: Props) {
  const m = useMessages();
  const { draft, setDraft, edit } = useDraft(criteria);
  const fields = ownFields(useNodeFields(draft.nodeIds));
  const wrong = wrongOrder(draft)
    ? m.search.timeOrder
    : draft.conditions.some(isReversed)
      ? m.find.rangeOrder
      : null;
  const search = (part: Partial<Criteria>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onSearch(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong === null) onSearch(draft);
  };
  // Other nodes have other fields.
  const choose = (nodeIds: number[]) => search({ nodeIds, conditions: [] });
  return (
    <Stack
      component="form"
      role="search"
      aria-label={m.search.conditions}
      onSubmit={submit}
      sx={{ flex: 1, minHeight: 0 }}
    >
      <Stack spacing={2} sx={{ p: 1.5, flex: 1, overflowY: 'auto', minHeight: 0 }}>
        <KindTabs
          kind={criteria.kind}
          onChange={(kind) => search({ kind, nodeIds: [], conditions: [] })}
        />
        <Group title={m.search.area}>
          <AreaPart
            area={criteria.area}
            fault={areaFault}
            onChange={(area) => search({ area })}
            onZoom={onZoom}
          />
        </Group>
        <Group title={m.scene.scenedate}>
          <TimeFields draft={draft} onChange={edit} />
        </Group>
        <Group title={m.find.imagery}>
          <Imagery draft={draft} onChange={edit} onTake={(area, text) => search({ area, text })} />
        </Group>
        <Group title={m.search.catalogue}>
          <CatalogueTree kind={draft.kind} chosen={draft.nodeIds} onChange={choose} />
        </Group>
        {fields.length > 0 ? (
          <Group title={m.find.fields}>
            <Suspense>
              <NodeFields
                fields={fields}
                conditions={draft.conditions}
                onChange={(conditions) => edit({ conditions })}
              />
            </Suspense>
          </Group>
        ) : null}
      </Stack>
      <Stack direction="row" spacing={1} sx={{ p: 1.5, borderTop: 1, borderColor: 'divider' }}>
        <Tooltip title={wrong ?? ''}>
          <Box component="span" sx={{ flex: 1 }}>
            <Button fullWidth type="submit" variant="contained" disabled={wrong !== null}>
              {m.common.query}
            </Button>
          </Box>
        </Tooltip>
        <Button variant="outlined" onClick={() => search(EMPTY_CRITERIA)}>
          {m.common.reset}
        </Button>
      </Stack>
    </Stack>
  );
}
