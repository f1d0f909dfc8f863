import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  EmptyState,
  formatBytes,
  formatSceneSize,
  QueryResult,
  type ReceivedFigure,
  useInstrumentNames,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureCards } from '../parts/figures/FigureCards';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { bytesFigure } from '../parts/figures/savedFigures';
import { SERIES } from '../parts/figures/series';
import { daysAt, pointsOf, spanOf } from '../parts/figures/timeSpan';
import { useSatellitesInSight } from '../parts/figures/useSatellitesInSight';
import { Panel } from '../parts/Panel';
import { useSatelliteName } from '../parts/useSatelliteName';
import { stated, useReceived } from './useReceived';
import { satellitesOf, scenesOf, scenesOfSatellite } from './useReceivedAddress';

interface ReceivedFiguresProps {
  period: Period;
  /** Only this one; empty: all. */
  satellite: string;
  onChoose: (satellite: string) => void;
}

/** How much came in over time, by satellite and by node; every row leads to its scenes. */
export function ReceivedFigures({ period, satellite, onChoose }: ReceivedFiguresProps) {
  const { statistics } = useAdminMessages();
  const query = useReceived(spanOf(period), period, satellite);
  return (
    <Stack spacing={2}>
      <SatelliteField period={period} satellite={satellite} onChoose={onChoose} />
      <QueryResult query={query}>
        {({ total, items }) =>
          items.length === 0 ? (
            <EmptyState title={statistics.noData} hint={statistics.noDataHint} />
          ) : (
            <>
              <Totals {...total} period={period} satellite={satellite} />
              <OverTime items={items} period={period} satellite={satellite} />
              <Parts period={period} satellite={satellite} />
              <TimeTable items={items} period={period} satellite={satellite} />
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}

function SatelliteField({ period, satellite, onChoose }: ReceivedFiguresProps) {
  const { received: m } = useAdminMessages();
  const names = useInstrumentNames();
  const { data } = useReceived('satellite', period, '');
  const codes = stated(data?.items ?? []).map(({ value }) => value);
  const offered = satellite === '' || codes.includes(satellite) ? codes : [...codes, satellite];
  return (
    <TextField
      select
      label={m.satellite}
      value={satellite}
      onChange={({ target }) => onChoose(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ maxWidth: 240, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
    >
      <MenuItem value="">{m.anySatellite}</MenuItem>
      {offered.map((code) => (
        <MenuItem key={code} value={code}>
          {names.satellite(code)}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface TotalsProps {
  scenes: number;
  bytes: number;
  period: Period;
  satellite: string;
}

function Totals({ scenes, bytes, period, satellite }: TotalsProps) {
  const { received: m } = useAdminMessages();
  const { data } = useReceived('satellite', period, satellite);
  const to = scenesOf(period, { satellite });
  return (
    <FigureCards
      cards={[
        { name: m.scenes, unit: m.perScenes, value: whole(scenes), to },
        { name: m.volume, value: formatBytes(bytes), to },
        {
          name: m.satellites,
          unit: m.perSatellites,
          value: data === undefined ? '—' : whole(stated(data.items).length),
          to: data === undefined ? undefined : satellitesOf(period, satellite),
        },
      ]}
    />
  );
}

interface OverTimeProps {
  items: ReceivedFigure[];
  period: Period;
  satellite: string;
}

/** Two charts: scenes and bytes have no scale in common. */
function OverTime({ items, period, satellite }: OverTimeProps) {
  const { received: m, statistics } = useAdminMessages();
  const span = spanOf(period);
  const known = new Map(items.map((item) => [item.value, item]));
  const points = pointsOf(period, span).map((at) => ({
    at,
    scenes: known.get(at)?.scenes ?? 0,
    bytes: known.get(at)?.bytes ?? 0,
    to: known.has(at) ? scenesOf(daysAt(at, span, period), { satellite }) : undefined,
  }));
  const charts = [
    { key: 'scenes', name: m.scenes, unit: m.perScenes, write: whole, look: SERIES.online },
    { key: 'bytes', name: m.volume, unit: null, write: formatBytes, look: SERIES.offline },
  ] as const;
  return (
    <Box sx={SIDE_BY_SIDE}>
      {charts.map(({ key, name, unit, write, look }) => {
        const title = `${m.over[span]} · ${unit === null ? name : statistics.unitOf(name, unit)}`;
        return (
          <Panel key={key} title={title}>
            <LinesChart
              name={title}
              points={points}
              write={write}
              bytes={key === 'bytes'}
              lines={[{ key, name, look }]}
              height={220}
            />
          </Panel>
        );
      })}
    </Box>
  );
}

const SIDE_BY_SIDE = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const;

function Parts({ period, satellite }: { period: Period; satellite: string }) {
  const { received: m } = useAdminMessages();
  const nameOf = useSatelliteName();
  const section = useSatellitesInSight();
  return (
    <Box sx={SIDE_BY_SIDE}>
      <Box ref={section} role="group" aria-label={m.bySatellite} tabIndex={-1}>
        <PartTable
          by="satellite"
          label={m.bySatellite}
          names={m.satellite}
          nameOf={({ value }) => nameOf(value)}
          rowsOf={(value) => scenesOfSatellite(period, value)}
          period={period}
          satellite={satellite}
        />
      </Box>
      <PartTable
        by="node"
        label={m.byNode}
        names={m.node}
        nameOf={({ label }) => label}
        rowsOf={(node) => scenesOf(period, { satellite, node })}
        period={period}
        satellite={satellite}
      />
    </Box>
  );
}

interface PartTableProps {
  by: 'satellite' | 'node';
  label: string;
  names: string;
  nameOf: (item: ReceivedFigure) => string;
  /** The scenes of a value. */
  rowsOf: (value: string) => string;
  period: Period;
  satellite: string;
}

function PartTable({ by, label, names, nameOf, rowsOf, period, satellite }: PartTableProps) {
  const { received: m } = useAdminMessages();
  const query = useReceived(by, period, satellite);
  return (
    <QueryResult query={query}>
      {({ items }) => (
        <FigureTable
          label={label}
          names={names}
          columns={[m.scenes, m.volume]}
          links={m}
          rows={items.map((item) => ({
            key: item.value,
            name: nameOf(item),
            ...linkedFigures(item, rowsOf(item.value)),
          }))}
        />
      )}
    </QueryResult>
  );
}

/** Scenes and their volume, which lead to these scenes as the row does. */
const linkedFigures = (
  { scenes, bytes }: Pick<ReceivedFigure, 'scenes' | 'bytes'>,
  to: string,
) => ({
  figures: [
    { text: whole(scenes), to },
    { ...bytesFigure(bytes, formatSceneSize(bytes, '—')), to },
  ],
  rows: to,
});

function TimeTable({ items, period, satellite }: OverTimeProps) {
  const { received: m } = useAdminMessages();
  const span = spanOf(period);
  return (
    <FigureTable
      label={m.over[span]}
      names={m.time[span]}
      columns={[m.scenes, m.volume]}
      links={m}
      rows={items.toReversed().map(({ value, scenes, bytes }) => ({
        key: value,
        name: value,
        ...linkedFigures({ scenes, bytes }, scenesOf(daysAt(value, span, period), { satellite })),
      }))}
    />
  );
}
