import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { TaskLane } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { savedCell } from '../../parts/figures/savedFigures';
import { SaveRows } from '../../parts/list/SaveList';
import {
  type AttemptColumn,
  attemptsOf,
  type TriedTask,
  useAttemptColumns,
} from './useAttemptColumns';

interface AttemptTableProps {
  lanes: readonly TaskLane[];
  now: number;
  /** Asks for a page of the order's tasks under the same conditions. */
  ask: (
    page: number,
    pageSize: number,
    signal: AbortSignal,
  ) => Promise<{ items: readonly TaskLane[]; total: number }>;
}

/** Every attempt of the page as a row; those of all pages are saved. */
export function AttemptTable({ lanes, now, ask }: AttemptTableProps) {
  const { attempts: m } = useAdminMessages();
  const columns = useAttemptColumns(now);
  return (
    <>
      <TableContainer tabIndex={0} role="group" aria-label={m.table}>
        <Table size="small" aria-label={m.table} sx={{ minWidth: 1000 }}>
          <TableHead>
            <TableRow>
              {columns.map(({ label, isFigure }, n) => (
                <TableCell
                  key={label}
                  align={isFigure ? 'right' : 'left'}
                  sx={isFigure ? {} : { minWidth: { sm: n === 0 ? 220 : 120 } }}
                >
                  {label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {attemptsOf(lanes).map((row) => (
              <AttemptRow
                key={`${row.lane.task} ${row.attempt.attempt}`}
                row={row}
                columns={columns}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <SaveRows<TriedTask>
        name={m.title}
        columns={columns.map(({ label, unit, cellOf }) => ({
          label,
          unit,
          cellOf: (row) => savedCell(cellOf(row)),
        }))}
        source={{
          days: {},
          ask: async (page, pageSize, signal) => {
            const { items, total } = await ask(page, pageSize, signal);
            return { rows: attemptsOf(items), hasMore: page * pageSize < total };
          },
        }}
      />
    </>
  );
}

interface AttemptRowProps {
  row: TriedTask;
  columns: readonly AttemptColumn[];
}

function AttemptRow({ row, columns }: AttemptRowProps) {
  return (
    <TableRow>
      {columns.map(({ label, isFigure, cellOf }, n) => {
        const cell = cellOf(row);
        return (
          <TableCell
            key={label}
            align={isFigure ? 'right' : 'left'}
            sx={isFigure ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }}
            {...(n === 0 ? { component: 'th', scope: 'row' } : {})}
          >
            {typeof cell === 'string' ? cell : cell.text}
          </TableCell>
        );
      })}
    </TableRow>
  );
}
