import Paper from '@mui/material/Paper';
import {
  Clamped,
  EmptyState,
  formatSceneSize,
  formatTime,
  type ReceivedScene,
  type ReceivedScenesQuery,
  useInstrumentNames,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { Period } from '../parts/figures/period';
import { bytesFigure } from '../parts/figures/savedFigures';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ChoiceFilter, ListFilters, ValueFilter } from '../parts/list/ListFilters';
import { ListRows } from '../parts/list/ListRows';
import type { ConditionsOf } from '../parts/list/listAddress';
import { EndlessList } from '../parts/list/ResourceList';
import { stated, useReceived } from './useReceived';

const CONDITIONS = {
  satellite: 'text',
  without: ['satellite'],
  node: 'text',
} as const satisfies ConditionsOf<ReceivedScenesQuery>;

/** The scenes that the figures count, the last received first. */
export function ReceivedScenes({ period }: { period: Period }) {
  const { received: m } = useAdminMessages();
  return (
    <EndlessList resource="dataReceiveStat" title={m.list} conditions={CONDITIONS} filter={period}>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <SceneFilters period={period} />
        <SceneTable />
      </Paper>
    </EndlessList>
  );
}

function SceneFilters({ period }: { period: Period }) {
  const { received: m } = useAdminMessages();
  const names = useInstrumentNames();
  const satellites = useReceived('satellite', period, '');
  const nodes = useReceived('node', period, '');
  return (
    <ListFilters sx={{ p: 1.5 }}>
      <ValueFilter
        source="satellite"
        label={m.satellite}
        width={200}
        any={m.anySatellite}
        nothing={m.noSatellite}
        choices={stated(satellites.data?.items ?? []).map(({ value }) => ({
          id: value,
          name: names.satellite(value),
        }))}
      />
      <ChoiceFilter
        source="node"
        label={m.node}
        width={260}
        any={m.everyNode}
        choices={(nodes.data?.items ?? []).map(({ value, label }) => ({ id: value, name: label }))}
        open
      />
    </ListFilters>
  );
}

type SceneLine = ReceivedScene & { id: number };

function SceneTable() {
  const { received: m, statistics } = useAdminMessages();
  const names = useInstrumentNames();
  return (
    <ListRows
      label={m.list}
      savedAs={m.list}
      minWidth={900}
      empty={<EmptyState title={statistics.noData} hint={statistics.noDataHint} />}
      below={<OlderRows label={m.older} />}
    >
      <Column<SceneLine>
        source="received"
        label={m.received}
        width={150}
        render={(scene) => formatTime(scene.received)}
      />
      <Column<SceneLine>
        source="name"
        label={m.name}
        minWidth={220}
        breakable
        saved={({ name }) => name}
        render={(scene) => <Clamped text={scene.name} />}
      />
      <Column<SceneLine>
        source="satellite"
        label={m.satellite}
        width={130}
        render={(scene) => (scene.satellite === '' ? '—' : names.satellite(scene.satellite))}
      />
      <Column<SceneLine>
        source="sensor"
        label={m.sensor}
        width={100}
        render={(scene) => scene.sensor || '—'}
      />
      <Column<SceneLine>
        source="node"
        label={m.node}
        width={230}
        minWidth={160}
        saved={({ nodeLabel }) => nodeLabel}
        render={(scene) => <Clamped text={scene.nodeLabel} />}
      />
      <Column<SceneLine>
        source="acquired"
        label={m.acquired}
        width={150}
        render={(scene) => formatTime(scene.acquired)}
      />
      <Column<SceneLine>
        source="size"
        label={m.size}
        width={100}
        numeric
        saved={({ bytes }) => bytesFigure(bytes).saved}
        savedUnit="bytes"
        render={(scene) => formatSceneSize(scene.bytes, '—')}
      />
    </ListRows>
  );
}
