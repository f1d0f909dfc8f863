import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { Queue } from '@scenedock/ui-kit';
import { ScrollBox } from '../parts/ScrollBox';
import { useQueueWords } from './useQueueWords';

/** How long orders of each size usually take. */
export function UsualTimes({ usual }: { usual: Queue['usual'] }) {
  const m = useQueueWords();
  const time = (seconds: number | null) => (seconds === null ? m.unknown : m.duration(seconds));
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {m.usualHint}
      </Typography>
      <ScrollBox label={m.usual}>
        <Table size="small" aria-label={m.usual}>
          <TableHead>
            <TableRow>
              <TableCell>{m.size}</TableCell>
              <TableCell align="right">{m.half}</TableCell>
              <TableCell align="right">{m.nearlyAll}</TableCell>
              <TableCell align="right">{m.counted}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {usual.map((one) => (
              <TableRow key={one.fewest}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                  {m.scenes(one.fewest, one.most)}
                </TableCell>
                <TableCell align="right">{time(one.medianSeconds)}</TableCell>
                <TableCell align="right">{time(one.p95Seconds)}</TableCell>
                <TableCell align="right">{one.orders.toLocaleString('en-US')}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </ScrollBox>
    </>
  );
}
