import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { blockRows, Clamped } from '@scenedock/ui-kit';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { SaveTable } from './SaveTable';
import { type SavedNumber, type SavedUnit, savedCell, savedUnitAt } from './savedFigures';
import { SAVE_FOOT } from './saveFootStyle';

/** A figure that leads to the rows it counts. */
interface LinkedFigure {
  text: string;
  /** None where there are no rows, or none that the person may see. */
  to?: string | undefined;
  /** An address outside of the back office, in place of `to`. */
  href?: string | undefined;
  /** All of a number that the text rounds, for saved tables. */
  saved?: SavedNumber;
  savedUnit?: SavedUnit;
}

/** A row of figures, its first cell a name. */
interface NamedFigures {
  key: string;
  name: string;
  /** Before the name. */
  mark?: ReactNode;
  figures: (string | LinkedFigure)[];
  /** The list of what is counted here. */
  rows?: string | undefined;
}

interface FigureTableProps {
  label: string;
  names: string;
  columns: string[];
  /** What several columns beside one another have in common, in their order. */
  groups?: { name: string; columns: number }[];
  rows: NamedFigures[];
  /** What the links to the rows are called; to orders when left out. */
  links?: RowWords;
}

interface RowWords {
  rows: string;
  rowsOf: (name: string) => string;
}

/** Rows that stand there at once: the days of a month. */
const FIRST = 31;
/** So few more are no reason to ask. */
const FEW = 9;

/** Pixels that the name of a row keeps beside its figures. */
const NAME_WIDTH = { xs: 90, sm: 130 } as const;

const EDGE = { borderLeft: 1, borderLeftColor: 'divider' } as const;
const GROUP = { ...EDGE, borderBottom: 0, pb: 0 } as const;

/** A line stands before the first column of each group. */
function cell(n: number, groups: FigureTableProps['groups']) {
  let first = 0;
  const begins = groups?.some(({ columns }) => {
    const isFirst = first === n;
    first += columns;
    return isFirst;
  });
  return { whiteSpace: 'nowrap', ...(begins ? EDGE : {}) } as const;
}

/** Wide enough for two words. */
const LONG_LABELS = {
  '@media (max-width:599.95px)': { '& td::before': { flexBasis: 168, whiteSpace: 'normal' } },
} as const;

/** On phones each figure stands on a line of its own, with what several have in common before its name. */
function labelsOf(columns: readonly string[], groups: FigureTableProps['groups']): string[] {
  const shared = groups?.flatMap(({ name, columns: count }) => Array<string>(count).fill(name));
  return columns.map((column, n) => [shared?.[n], column].filter(Boolean).join(' · '));
}

/** A row as a table file has it. */
const cellsOf = ({ name, figures }: NamedFigures) => [name, ...figures.map(savedCell)];

/** The numbers of a chart; of many rows the first ones, and the rest when they are asked for. */
export function FigureTable({ label, names, columns, groups, rows, links }: FigureTableProps) {
  const { statistics } = useAdminMessages();
  const m = links ?? statistics;
  const linked = rows.some((row) => row.rows);
  const labels = labelsOf(columns, groups);
  const allFigures = rows.map(({ figures }) => figures);
  const savedHeads = labels.map((head, n) => {
    const unit = savedUnitAt(allFigures, n);
    return unit === undefined ? head : statistics.unitOf(head, statistics.savedUnits[unit]);
  });
  const [isWhole, setWhole] = useState(false);
  const listed = isWhole || rows.length <= FIRST + FEW ? rows : rows.slice(0, FIRST);
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table aria-label={label} sx={[blockRows(0), ...(groups ? [LONG_LABELS] : [])]}>
        <TableHead>
          {groups && (
            <TableRow>
              <TableCell component="td" />
              {groups.map((group) => (
                <TableCell key={group.name} colSpan={group.columns} align="center" sx={GROUP}>
                  {group.name}
                </TableCell>
              ))}
              {linked && <TableCell component="td" />}
            </TableRow>
          )}
          <TableRow>
            <TableCell>{names}</TableCell>
            {columns.map((column, n) => (
              <TableCell key={`${column} ${n}`} align="right" sx={cell(n, groups)}>
                {column}
              </TableCell>
            ))}
            {linked && <TableCell align="right">{m.rows}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {listed.map((row) => (
            <TableRow key={row.key} hover>
              <TableCell data-label={names}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: NAME_WIDTH }}>
                  {row.mark}
                  <Clamped text={row.name} />
                </Box>
              </TableCell>
              {row.figures.map((figure, n) => (
                <TableCell
                  key={`${columns[n]} ${n}`}
                  data-label={labels[n]}
                  align="right"
                  sx={{ ...cell(n, groups), fontVariantNumeric: 'tabular-nums' }}
                >
                  <FigureText figure={figure} of={`${row.name} ${labels[n] ?? ''}`} />
                </TableCell>
              ))}
              {linked && <RowsCell row={row} words={m} />}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Box sx={SAVE_FOOT}>
        {listed.length < rows.length && (
          <Button onClick={() => setWhole(true)} sx={{ mx: 'auto' }}>
            {statistics.moreRows(rows.length - listed.length)}
          </Button>
        )}
        <SaveTable name={label} heads={[names, ...savedHeads]} rows={rows.map(cellsOf)} />
      </Box>
    </TableContainer>
  );
}

/** Links say of what they are: screen readers read them out of the table, too. */
function FigureText({ figure, of }: { figure: string | LinkedFigure; of: string }) {
  if (typeof figure === 'string') return figure;
  const { text, to, href } = figure;
  const name = `${of} ${text}`;
  if (href !== undefined) {
    return (
      <Link href={href} target="_blank" aria-label={name}>
        {text}
      </Link>
    );
  }
  if (to === undefined) return text;
  return (
    <Link component={RouterLink} to={to} aria-label={name}>
      {text}
    </Link>
  );
}

function RowsCell({ row, words }: { row: NamedFigures; words: RowWords }) {
  return (
    <TableCell data-label="" align="right" sx={{ whiteSpace: 'nowrap' }}>
      {row.rows && (
        <Link component={RouterLink} to={row.rows} aria-label={words.rowsOf(row.name)}>
          {words.rows}
        </Link>
      )}
    </TableCell>
  );
}
