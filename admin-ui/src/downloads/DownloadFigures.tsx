import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type DownloadFigure, EmptyState, formatBytes, QueryResult } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { exactCondition } from '../parts/figures/exactCondition';
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
import { type TransferConditions, transfersOf } from './useDownloadsAddress';

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
  const rowsAt: RowsAt = (days, conditions) =>
    withRows ? transfersOf(days, conditions) : undefined;
  const rowsOver = (at: string, ended: TransferConditions = {}) =>
    rowsAt(daysAt(at, span, period), { unit, ...ended });
  return (
    <Stack spacing={2}>
      <UnitField period={period} unit={unit} onChoose={onChoose} />
      <QueryResult query={query}>
        {({ total, items }) =>
          items.length === 0 ? (
            <EmptyState title={statistics.noData} hint={statistics.noDataHint} />
          ) : (
            <>
              <Totals total={total} rows={(ended) => rowsAt(period, { unit, ...ended })} />
              <OverTime items={items} period={period} rows={rowsOver} />
              <PartTable by="unit" period={period} unit={unit} rowsAt={rowsAt} />
              <PartTable by="protocol" period={period} unit={unit} rowsAt={rowsAt} />
              <CountsTable
                label={m.over[span]}
                names={m.time[span]}
                items={items.toReversed()}
                nameOf={(value) => value}
                rows={rowsOver}
              />
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}

/** The downloads of these days; none where the person may not see any. */
type RowsAt = (days: Period, conditions: TransferConditions) => string | undefined;

/** How the downloads ended that count as files, and as broken off however that was. */
const WHOLE = { outcome: 'whole' };
const BROKEN = { outcome: 'broken' };

type Counts = Omit<DownloadFigure, 'value'>;

const NONE: Counts = { transfers: 0, files: 0, broken: 0, bytes: 0 };

/** Where each figure leads: volumes are those of all downloads. */
function leads(
  { transfers, files, broken }: Counts,
  rows: (ended: TransferConditions) => string | undefined,
) {
  return {
    transfers: transfers > 0 ? rows({}) : undefined,
    files: files > 0 ? rows(WHOLE) : undefined,
    broken: broken > 0 ? rows(BROKEN) : undefined,
  };
}

interface TotalsProps {
  total: Counts;
  /** The downloads of the period that ended so. */
  rows: (ended: TransferConditions) => string | undefined;
}

function Totals({ total, rows }: TotalsProps) {
  const { downloads: m } = useAdminMessages();
  const to = leads(total, rows);
  return (
    <FigureCards
      cards={[
        {
          name: m.transfers,
          unit: m.perTransfers,
          value: whole(total.transfers),
          to: to.transfers,
        },
        { name: m.files, unit: m.perFiles, value: whole(total.files), to: to.files },
        { name: m.broken, unit: m.perTransfers, value: whole(total.broken), to: to.broken },
        { name: m.volume, value: formatBytes(total.bytes), to: to.transfers },
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
  /** The downloads of a day or month that ended so. */
  rows: (at: string, ended?: TransferConditions) => string | undefined;
}

/** Two charts: downloads and bytes have no scale in common. */
function OverTime({ items, period, rows }: OverTimeProps) {
  const { downloads: m } = useAdminMessages();
  const span = spanOf(period);
  const known = new Map(items.map((item) => [item.value, item]));
  const points = pointsOf(period, span).map((at) => {
    const counts = known.get(at) ?? NONE;
    const to = leads(counts, (ended) => rows(at, ended));
    return { ...counts, at, to: to.transfers, toOf: { files: to.files } };
  });
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
  rowsAt: RowsAt;
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
          rows={(value, ended) =>
            rowsAt(period, {
              ...(by === 'unit' ? exactCondition(by, value) : { unit, protocol: value }),
              ...ended,
            })
          }
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
  rows: (value: string, ended?: TransferConditions) => string | undefined;
}

function CountsTable({ label, names, items, nameOf, rows }: CountsTableProps) {
  const { downloads: m } = useAdminMessages();
  return (
    <FigureTable
      label={label}
      names={names}
      columns={[m.transfers, m.files, m.broken, m.volume]}
      links={m}
      rows={items.map((item) => {
        const to = leads(item, (ended) => rows(item.value, ended));
        return {
          key: item.value,
          name: nameOf(item.value),
          figures: [
            { text: whole(item.transfers), to: to.transfers },
            { text: whole(item.files), to: to.files },
            { text: whole(item.broken), to: to.broken },
            { ...bytesFigure(item.bytes), to: to.transfers },
          ],
          rows: to.transfers,
        };
      })}
    />
  );
}
