import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Clamped, formatTime, type UnitCompletion } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { percent, whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { SaveTable } from '../parts/figures/SaveTable';
import { percentFigure } from '../parts/figures/savedFigures';
import { entriesOf, type FetchState } from './useDownloadsAddress';

interface CompletionTableProps {
  units: readonly UnitCompletion[];
  period: Period;
  withRows: boolean;
}

const STATES = ['fetched', 'begun', 'untouched'] as const;

/** Every unit; numbers lead to their entries of the registry. */
export function CompletionTable({ units, period, withRows }: CompletionTableProps) {
  const { downloads: m, statistics } = useAdminMessages();
  const heads = [m.deliveries, ...STATES.map((state) => m[state]), m.rate, m.repeated];
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table aria-label={m.tabs.completion} sx={blockRows(0)}>
        <TableHead>
          <TableRow>
            <TableCell>{m.unit}</TableCell>
            {heads.map((head) => (
              <TableCell key={head} align="right" sx={{ whiteSpace: 'nowrap' }}>
                {head}
              </TableCell>
            ))}
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{m.lastFetched}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {units.map((unit) => (
            <UnitRow key={unit.unit} unit={unit} period={period} withRows={withRows} />
          ))}
        </TableBody>
      </Table>
      <Box sx={{ p: 0.5, textAlign: 'right', displayPrint: 'none' }}>
        <SaveTable
          name={m.tabs.completion}
          heads={[m.unit, ...heads, m.lastFetched]}
          rows={units.map((unit) => [
            unit.unit || statistics.unnamed,
            ...[unit.deliveries, ...STATES.map((state) => unit[state])].map(whole),
            percentFigure(unit.fetched, unit.deliveries).saved,
            whole(unit.repeated),
            unit.lastFetchedAt === null ? '—' : formatTime(unit.lastFetchedAt),
          ])}
        />
      </Box>
    </TableContainer>
  );
}

type UnitRowProps = { unit: UnitCompletion; period: Period; withRows: boolean };

function UnitRow({ unit, period, withRows }: UnitRowProps) {
  const { downloads: m, statistics } = useAdminMessages();
  const name = unit.unit || statistics.unnamed;
  const leads = withRows && unit.unit !== '';
  const toEntries = (state: FetchState | '') =>
    leads ? entriesOf(period, unit.unit, state) : undefined;
  return (
    <TableRow hover>
      <TableCell data-label={m.unit}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 90 }}>
          <Clamped text={name} />
          {unit.untouched === unit.deliveries && (
            <Chip size="small" variant="outlined" label={m.dormant} />
          )}
        </Box>
      </TableCell>
      <CountCell label={m.deliveries} name={name} count={unit.deliveries} to={toEntries('')} />
      {STATES.map((state) => (
        <CountCell
          key={state}
          label={m[state]}
          name={name}
          count={unit[state]}
          to={toEntries(state)}
        />
      ))}
      <TableCell data-label={m.rate} align="right" sx={NUMBER}>
        {percent(unit.fetched, unit.deliveries)}
      </TableCell>
      <TableCell data-label={m.repeated} align="right" sx={NUMBER}>
        {whole(unit.repeated)}
      </TableCell>
      <TableCell data-label={m.lastFetched} sx={{ whiteSpace: 'nowrap' }}>
        {unit.lastFetchedAt === null ? '—' : formatTime(unit.lastFetchedAt)}
      </TableCell>
    </TableRow>
  );
}

const NUMBER = { fontVariantNumeric: 'tabular-nums' } as const;

interface CountCellProps {
  label: string;
  name: string;
  count: number;
  /** The entries that are counted here. */
  to: string | undefined;
}

function CountCell({ label, name, count, to }: CountCellProps) {
  const { downloads: m } = useAdminMessages();
  return (
    <TableCell data-label={label} align="right" sx={NUMBER}>
      {to === undefined || count === 0 ? (
        whole(count)
      ) : (
        <Link
          component={RouterLink}
          to={to}
          aria-label={`${m.ofUnit(name, label)} ${whole(count)}`}
        >
          {whole(count)}
        </Link>
      )}
    </TableCell>
  );
}
