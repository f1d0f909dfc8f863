import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { Monitor } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { whole } from '../parts/figures/numbers';
import { SaveFoot } from '../parts/figures/SaveFoot';
import { durationFigure } from '../parts/figures/savedFigures';
import { waitingTime } from '../parts/waitingTime';

/** What is not over, a row for each kind of task. */
export function QueueTable({ found }: { found: Monitor }) {
  const { monitor: m, desk } = useAdminMessages();
  const now = Date.parse(found.at);
  const { waiting, released, running, oldest } = m.columns;
  const figures = [waiting, released, running, oldest];
  const rows = found.queues.map((queue) => ({
    kind: queue.kind,
    figures: [
      ...[queue.waiting, queue.released, queue.running].map((count) => ({ text: whole(count) })),
      oldestWait(queue.oldest, now, desk),
    ],
  }));
  return (
    <>
      <Table size="small" aria-label={m.queues} sx={{ '& th, & td': { px: { xs: 1, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{m.kinds}</TableCell>
            {figures.map((head) => (
              <TableCell key={head} align="right">
                {head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.kind}>
              <TableCell component="th" scope="row">
                {m.kind[row.kind]}
              </TableCell>
              {row.figures.map(({ text }, n) => (
                <TableCell key={figures[n]} align="right">
                  {text}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <SaveFoot
        name={m.queues}
        heads={[m.kinds, ...figures]}
        rows={rows.map((row) => [m.kind[row.kind], ...row.figures])}
      />
    </>
  );
}

type Words = Parameters<typeof waitingTime>[2];

/** How long the task has waited that waits longest. */
const oldestWait = (oldest: string | null, now: number, words: Words) =>
  oldest === null
    ? durationFigure(null, '-')
    : durationFigure((now - Date.parse(oldest)) / 1000, waitingTime(oldest, now, words));
