import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { formatSecond, type OrderAttempts } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { SaveFoot } from '../../parts/figures/SaveFoot';
import { bytesFigure, durationFigure, type RoundedFigure } from '../../parts/figures/savedFigures';

const countFigure = (value: number): RoundedFigure => ({
  text: value.toLocaleString('en-US'),
  saved: { value, as: 'whole' },
});

type Cell = string | RoundedFigure;

/** What the table says of each kind, figures to the right. */
function useKindColumns() {
  const { attempts: m, monitor } = useAdminMessages();
  const duration = (seconds: number) => durationFigure(seconds, m.duration(seconds));
  const columns: { head: string; cellOf: (one: OrderAttempts['kinds'][number]) => Cell }[] = [
    { head: m.kind, cellOf: (one) => monitor.kind[one.kind] },
    { head: m.tasks, cellOf: (one) => countFigure(one.tasks) },
    { head: m.tries, cellOf: (one) => countFigure(one.attempts) },
    { head: m.withoutResult, cellOf: (one) => countFigure(one.withoutResult) },
    {
      head: m.began,
      cellOf: (one) => (one.startedAt === null ? '-' : formatSecond(one.startedAt)),
    },
    {
      head: m.ended,
      cellOf: (one) => (one.endedAt === null ? m.notOver : formatSecond(one.endedAt)),
    },
    { head: m.waited, cellOf: (one) => duration(one.waitedSeconds) },
    { head: m.worked, cellOf: (one) => duration(one.workedSeconds) },
    { head: m.bytes, cellOf: (one) => bytesFigure(one.bytes) },
  ];
  return columns;
}

const alignOf = (cell: Cell | undefined) => (typeof cell === 'object' ? 'right' : 'left');

/** All attempts of the order by kind: of a large order the whole at a glance. */
export function KindTable({ kinds }: Pick<OrderAttempts, 'kinds'>) {
  const { attempts: m } = useAdminMessages();
  const columns = useKindColumns();
  const heads = columns.map(({ head }) => head);
  const rows = kinds.map((one) => columns.map(({ cellOf }) => cellOf(one)));
  return (
    <>
      <TableContainer tabIndex={0} role="group" aria-label={m.byKind}>
        <Table size="small" aria-label={m.byKind} sx={{ minWidth: 800 }}>
          <TableHead>
            <TableRow>
              {heads.map((head, n) => (
                <TableCell key={head} align={alignOf(rows[0]?.[n])}>
                  {head}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, at) => (
              <TableRow key={kinds[at]?.kind}>
                {row.map((cell, n) => (
                  <TableCell
                    key={heads[n]}
                    align={alignOf(cell)}
                    {...(n === 0 ? { component: 'th', scope: 'row' } : {})}
                  >
                    {typeof cell === 'string' ? cell : cell.text}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <SaveFoot name={m.byKind} heads={heads} rows={rows} />
    </>
  );
}
