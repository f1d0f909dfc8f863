import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { formatBytes, formatSecond, type TaskAttempt, type TaskLane } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';

interface AttemptTableProps {
  lanes: readonly TaskLane[];
  now: number;
}

/** Every attempt of the page as a row. */
export function AttemptTable({ lanes, now }: AttemptTableProps) {
  const { attempts: m } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.table}>
      <Table size="small" aria-label={m.table} sx={{ minWidth: 1000 }}>
        <TableHead>
          <TableRow>
            <TableCell>{m.kind}</TableCell>
            <TableCell align="right">{m.number}</TableCell>
            <TableCell>{m.readyAt}</TableCell>
            <TableCell align="right">{m.wait}</TableCell>
            <TableCell>{m.startedAt}</TableCell>
            <TableCell>{m.endedAt}</TableCell>
            <TableCell align="right">{m.work}</TableCell>
            <TableCell>{m.result}</TableCell>
            <TableCell align="right">{m.bytes}</TableCell>
            <TableCell>{m.worker}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lanes.flatMap((lane) =>
            lane.attempts.map((attempt) => (
              <AttemptRow
                key={`${lane.task} ${attempt.attempt}`}
                lane={lane}
                attempt={attempt}
                now={now}
              />
            )),
          )}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface AttemptRowProps {
  lane: TaskLane;
  attempt: TaskAttempt;
  now: number;
}

function AttemptRow({ lane, attempt, now }: AttemptRowProps) {
  const { attempts: m, monitor, tasks } = useAdminMessages();
  const { readyAt, startedAt, endedAt, outcome, errorClass, bytes, worker } = attempt;
  const passed = (from: string, to: string | null) => {
    const until = to === null ? now : Date.parse(to);
    return m.duration(Math.max(0, until - Date.parse(from)) / 1000);
  };
  const standing = startedAt === null ? m.toCome : m.segments[outcome ?? 'working'];
  const cause = errorClass === null ? '' : ` · ${tasks.classes[errorClass] ?? errorClass}`;
  const more = lane.tries > lane.attempts.length ? ` (${m.more(lane.tries)})` : '';
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        {m.lane(monitor.kind[lane.kind], lane.scene)}
        {more}
      </TableCell>
      <TableCell align="right">{attempt.attempt}</TableCell>
      <TableCell>{formatSecond(readyAt)}</TableCell>
      <TableCell align="right">{passed(readyAt, startedAt)}</TableCell>
      <TableCell>{startedAt === null ? '-' : formatSecond(startedAt)}</TableCell>
      <TableCell>{endedAt === null ? '-' : formatSecond(endedAt)}</TableCell>
      <TableCell align="right">{startedAt === null ? '-' : passed(startedAt, endedAt)}</TableCell>
      <TableCell>
        {standing}
        {cause}
      </TableCell>
      <TableCell align="right">{formatBytes(bytes)}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{worker || '-'}</TableCell>
    </TableRow>
  );
}
