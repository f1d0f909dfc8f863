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
import { blockRows, Clamped, formatTime, type UnitCompletion } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { percent, whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { SaveTable } from '../parts/figures/SaveTable';
import { percentFigure } from '../parts/figures/savedFigures';
import { type CompletionFigure, entriesOf } from './useDownloadsAddress';

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
  const toEntries = (figure: CompletionFigure) =>
    withRows && unit[figure] > 0 ? entriesOf(period, figure, unit.unit) : undefined;
  return (
    <TableRow hover>
      <TableCell data-label={m.unit} sx={{ minWidth: { sm: 200 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Clamped text={name} />
          {unit.untouched === unit.deliveries && (
            <Chip size="small" variant="outlined" label={m.dormant} />
          )}
        </Box>
      </TableCell>
      {(['deliveries', ...STATES] as const).map((figure) => (
        <TableCell key={figure} data-label={m[figure]} align="right" sx={NUMBER}>
          <EntriesLink
            name={m.ofUnit(name, m[figure])}
            text={whole(unit[figure])}
            to={toEntries(figure)}
          />
        </TableCell>
      ))}
      <TableCell data-label={m.rate} align="right" sx={NUMBER}>
        <EntriesLink
          name={m.ofUnit(name, m.rate)}
          text={percent(unit.fetched, unit.deliveries)}
          to={toEntries('fetched')}
        />
      </TableCell>
      <TableCell data-label={m.repeated} align="right" sx={NUMBER}>
        <EntriesLink
          name={m.ofUnit(name, m.repeated)}
          text={whole(unit.repeated)}
          to={toEntries('repeated')}
        />
      </TableCell>
      <TableCell data-label={m.lastFetched} sx={{ whiteSpace: 'nowrap' }}>
        <EntriesLink
          name={m.ofUnit(name, m.lastFetched)}
          text={unit.lastFetchedAt === null ? '—' : formatTime(unit.lastFetchedAt)}
          to={
            unit.lastFetchedAt === null ? undefined : (toEntries('fetched') ?? toEntries('begun'))
          }
        />
      </TableCell>
    </TableRow>
  );
}

const NUMBER = { fontVariantNumeric: 'tabular-nums' } as const;

interface EntriesLinkProps {
  name: string;
  text: string;
  /** The entries that are counted here. */
  to: string | undefined;
}

function EntriesLink({ name, text, to }: EntriesLinkProps) {
  if (to === undefined) return text;
  return (
    <Link component={RouterLink} to={to} aria-label={`${name} ${text}`}>
      {text}
    </Link>
  );
}
