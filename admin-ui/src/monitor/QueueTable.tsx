import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { Monitor } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { waitingTime } from '../parts/waitingTime';

/** What is not over, a row for each kind of task. */
export function QueueTable({ found }: { found: Monitor }) {
  const { monitor: m, desk } = useAdminMessages();
  const now = Date.parse(found.at);
  return (
    <Table size="small" aria-label={m.queues} sx={{ '& th, & td': { px: { xs: 1, sm: 2 } } }}>
      <TableHead>
        <TableRow>
          <TableCell>{m.kinds}</TableCell>
          <TableCell align="right">{m.columns.waiting}</TableCell>
          <TableCell align="right">{m.columns.released}</TableCell>
          <TableCell align="right">{m.columns.running}</TableCell>
          <TableCell align="right">{m.columns.oldest}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody sx={{ '& tr:last-child > *': { borderBottom: 0 } }}>
        {found.queues.map(({ kind, waiting, released, running, oldest }) => (
          <TableRow key={kind}>
            <TableCell component="th" scope="row">
              {m.kind[kind]}
            </TableCell>
            <TableCell align="right">{waiting.toLocaleString('en-US')}</TableCell>
            <TableCell align="right">{released.toLocaleString('en-US')}</TableCell>
            <TableCell align="right">{running.toLocaleString('en-US')}</TableCell>
            <TableCell align="right">
              {oldest === null ? '-' : waitingTime(oldest, now, desk)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
