import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { formatBytes, formatSecond, type OrderAttempts } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';

/** All attempts of the order by kind: of a large order the whole at a glance. */
export function KindTable({ kinds }: Pick<OrderAttempts, 'kinds'>) {
  const { attempts: m, monitor } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.byKind}>
      <Table size="small" aria-label={m.byKind} sx={{ minWidth: 800 }}>
        <TableHead>
          <TableRow>
            <TableCell>{m.kind}</TableCell>
            <TableCell align="right">{m.tasks}</TableCell>
            <TableCell align="right">{m.tries}</TableCell>
            <TableCell align="right">{m.withoutResult}</TableCell>
            <TableCell>{m.began}</TableCell>
            <TableCell>{m.ended}</TableCell>
            <TableCell align="right">{m.waited}</TableCell>
            <TableCell align="right">{m.worked}</TableCell>
            <TableCell align="right">{m.bytes}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {kinds.map((one) => (
            <TableRow key={one.kind}>
              <TableCell component="th" scope="row">
                {monitor.kind[one.kind]}
              </TableCell>
              <TableCell align="right">{one.tasks.toLocaleString('en-US')}</TableCell>
              <TableCell align="right">{one.attempts.toLocaleString('en-US')}</TableCell>
              <TableCell align="right">{one.withoutResult.toLocaleString('en-US')}</TableCell>
              <TableCell>{one.startedAt === null ? '-' : formatSecond(one.startedAt)}</TableCell>
              <TableCell>{one.endedAt === null ? m.notOver : formatSecond(one.endedAt)}</TableCell>
              <TableCell align="right">{m.duration(one.waitedSeconds)}</TableCell>
              <TableCell align="right">{m.duration(one.workedSeconds)}</TableCell>
              <TableCell align="right">{formatBytes(one.bytes)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
