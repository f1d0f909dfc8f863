import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Clamped, formatTime, type ListedTask, useText } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { orderPath } from '../parts/orderPath';
import { TaskChip } from './TaskChip';

interface TaskTableProps {
  tasks: readonly ListedTask[];
  onOpen: (id: string) => void;
}

/** One row a task. */
export function TaskTable({ tasks, onOpen }: TaskTableProps) {
  const { tasks: m } = useAdminMessages();
  const { columns: c } = m;
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.list}>
      <Table size="small" aria-label={m.list} sx={blockRows(1000)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 110 }}>{c.kind}</TableCell>
            <TableCell sx={{ width: 130 }}>{c.state}</TableCell>
            <TableCell sx={{ width: 200 }}>{c.order}</TableCell>
            <TableCell>{c.scene}</TableCell>
            <TableCell sx={{ width: 110 }}>{c.person}</TableCell>
            <TableCell align="right" sx={{ width: 80 }}>
              {c.priority}
            </TableCell>
            <TableCell sx={{ width: 140 }}>{c.since}</TableCell>
            <TableCell>{c.error}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} onOpen={() => onOpen(task.id)} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function TaskRow({ task, onOpen }: { task: ListedTask; onOpen: () => void }) {
  const { tasks: m, monitor } = useAdminMessages();
  const text = useText();
  const { columns: c } = m;
  const { order, error, person, scene } = task;
  return (
    <TableRow hover>
      <TableCell data-label={c.kind}>
        <Link component="button" type="button" onClick={onOpen} sx={{ textAlign: 'left' }}>
          {monitor.kind[task.kind]}
        </Link>
      </TableCell>
      <TableCell data-label={c.state}>
        <TaskChip task={task} />
      </TableCell>
      <TableCell data-label={c.order}>
        {order === null ? (
          '—'
        ) : (
          <Link component={RouterLink} to={orderPath(order.id)}>
            {order.ordername}
          </Link>
        )}
      </TableCell>
      <TableCell data-label={c.scene}>
        <Clamped text={scene ?? '—'} lines={1} />
      </TableCell>
      <TableCell data-label={c.person}>
        <Clamped text={person === null ? '—' : person.userName || person.loginName} lines={1} />
      </TableCell>
      <TableCell data-label={c.priority} align="right">
        {task.priority}
      </TableCell>
      <TableCell data-label={c.since}>{formatTime(task.stateSince)}</TableCell>
      <TableCell data-label={c.error}>
        <Clamped
          text={
            error === null
              ? '—'
              : text(error.message, error.text) || (m.classes[error.class] ?? '—')
          }
          lines={1}
        />
      </TableCell>
    </TableRow>
  );
}
