import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type DownloadFigure, EmptyState, formatBytes, QueryResult } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureCards } from '../parts/figures/FigureCards';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { bytesFigure } from '../parts/figures/savedFigures';
import { SERIES } from '../parts/figures/series';
import { daysAt, pointsOf, spanOf } from '../parts/figures/timeSpan';
import { Panel } from '../parts/Panel';
import { useDownloads } from './useDownloads';
import { transfersOf } from './useDownloadsAddress';

interface DownloadFiguresProps {
  period: Period;
  /** Only for this one; empty: all. */
  unit: string;
  onChoose: (unit: string) => void;
  /** Figures lead to the single downloads. */
  withRows: boolean;
}

/** How much was downloaded over time, by unit and by protocol. */
export function DownloadFigures({ period, unit, onChoose, withRows }: DownloadFiguresProps) {
  const { downloads: m, statistics } = useAdminMessages();
  const span = spanOf(period);
  const query = useDownloads(span, period, unit);
  const rowsAt = (days: Period, of: { unit?: string; protocol?: string }) =>
    withRows ? transfersOf(days, of) : undefined;
  return (
    <Stack spacing={2}>
      <UnitField period={period} unit={unit} onChoose={onChoose} />
      <QueryResult query={query}>
        {({ total, items }) =>
          items.length === 0 ? (
            <EmptyState title={statistics.noData} hint={statistics.noDataHint} />
          ) : (
            <>
              <Totals total={total} to={rowsAt(period, { unit })} />
              <OverTime
                items={items}
                period={period}
                rows={(at) => rowsAt(daysAt(at, span, period), { unit })}
              />
              <PartTable by="unit" period={period} unit={unit} rowsAt={rowsAt} />
              <PartTable by="protocol" period={period} unit={unit} rowsAt={rowsAt} />
              <CountsTable
                label={m.over[span]}
                names={m.time[span]}
                items={items.toReversed()}
                nameOf={(value) => value}
                rows={(at) => rowsAt(daysAt(at, span, period), { unit })}
              />
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}

interface TotalsProps {
  total: Omit<DownloadFigure, 'value'>;
  /** The downloads of the period. */
  to: string | undefined;
}

/** No condition of the list asks for just the files that were fetched whole, nor for all that were broken off however that was. */
function Totals({ total, to }: TotalsProps) {
  const { downloads: m } = useAdminMessages();
  return (
    <FigureCards
      cards={[
        { name: m.transfers, unit: m.perTransfers, value: whole(total.transfers), to },
        { name: m.files, unit: m.perFiles, value: whole(total.files) },
        { name: m.broken, unit: m.perTransfers, value: whole(total.broken) },
        { name: m.volume, value: formatBytes(total.bytes), to },
      ]}
    />
  );
}

type UnitFieldProps = Pick<DownloadFiguresProps, 'period' | 'unit' | 'onChoose'>;

function UnitField({ period, unit, onChoose }: UnitFieldProps) {
  const { downloads: m, statistics } = useAdminMessages();
  const { data } = useDownloads('unit', period, '');
  const units = (data?.items ?? []).map(({ value }) => value).filter((value) => value !== '');
  const offered = unit === '' || units.includes(unit) ? units : [...units, unit];
  return (
    <TextField
      select
      label={m.unit}
      value={unit}
      onChange={({ target }) => onChoose(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ maxWidth: 320, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
    >
      <MenuItem value="">{m.anyUnit}</MenuItem>
      {offered.map((name) => (
        <MenuItem key={name} value={name}>
          {name || statistics.unnamed}
        </MenuItem>
      ))}
    </TextField>
  );
}

const SIDE_BY_SIDE = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const;

interface OverTimeProps {
  items: DownloadFigure[];
  period: Period;
  /** The downloads of a day or month. */
  rows: (at: string) => string | undefined;
}

/** Two charts: downloads and bytes have no scale in common. */
function OverTime({ items, period, rows }: OverTimeProps) {
  const { downloads: m } = useAdminMessages();
  const span = spanOf(period);
  const known = new Map(items.map((item) => [item.value, item]));
  const points = pointsOf(period, span).map((at) => ({
    at,
    transfers: known.get(at)?.transfers ?? 0,
    files: known.get(at)?.files ?? 0,
    bytes: known.get(at)?.bytes ?? 0,
    to: known.has(at) ? rows(at) : undefined,
  }));
  const counts = m.over[span];
  const volume = `${m.over[span]} · ${m.volume}`;
  return (
    <Box sx={SIDE_BY_SIDE}>
      <Panel title={counts}>
        <LinesChart
          name={counts}
          points={points}
          write={whole}
          lines={[
            { key: 'transfers', name: m.transfers, look: SERIES.online },
            { key: 'files', name: m.files, look: SERIES.offline },
          ]}
          height={220}
        />
      </Panel>
      <Panel title={volume}>
        <LinesChart
          name={volume}
          points={points}
          write={formatBytes}
          bytes
          lines={[{ key: 'bytes', name: m.volume, look: SERIES.total }]}
          height={220}
        />
      </Panel>
    </Box>
  );
}

interface PartTableProps {
  by: 'unit' | 'protocol';
  period: Period;
  unit: string;
  rowsAt: (days: Period, of: { unit?: string; protocol?: string }) => string | undefined;
}

function PartTable({ by, period, unit, rowsAt }: PartTableProps) {
  const { downloads: m, statistics } = useAdminMessages();
  const query = useDownloads(by, period, unit);
  const protocols: Readonly<Record<string, string>> = m.protocols;
  return (
    <QueryResult query={query}>
      {({ items }) => (
        <CountsTable
          label={by === 'unit' ? m.byUnit : m.byProtocol}
          names={by === 'unit' ? m.unit : m.protocol}
          items={items}
          nameOf={(value) =>
            (by === 'unit' ? value : (protocols[value] ?? value)) || statistics.unnamed
          }
          rows={(value) => (value === '' ? undefined : rowsAt(period, { unit, [by]: value }))}
        />
      )}
    </QueryResult>
  );
}

interface CountsTableProps {
  label: string;
  names: string;
  items: DownloadFigure[];
  nameOf: (value: string) => string;
  rows: (value: string) => string | undefined;
}

function CountsTable({ label, names, items, nameOf, rows }: CountsTableProps) {
  const { downloads: m } = useAdminMessages();
  return (
    <FigureTable
      label={label}
      names={names}
      columns={[m.transfers, m.files, m.broken, m.volume]}
      links={m}
      rows={items.map(({ value, transfers, files, broken, bytes }) => ({
        key: value,
        name: nameOf(value),
        figures: [whole(transfers), whole(files), whole(broken), bytesFigure(bytes)],
        rows: rows(value),
      }))}
    />
  );
}
