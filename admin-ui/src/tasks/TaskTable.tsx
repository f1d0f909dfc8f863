import Link from '@mui/material/Link';
import { Clamped, formatTime, type ListedTask, useText } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { orderPath } from '../parts/orderPath';
import { TaskChip } from './TaskChip';

interface TaskTableProps {
  onOpen: (id: string) => void;
  empty: ReactNode;
}

/** One row a task. */
export function TaskTable({ onOpen, empty }: TaskTableProps) {
  const { tasks: m, monitor } = useAdminMessages();
  const { columns: c } = m;
  return (
    <ListRows label={m.list} minWidth={1000} empty={empty} below={<OlderRows label={m.older} />}>
      <Column<ListedTask>
        source="kind"
        label={c.kind}
        width={110}
        render={({ id, kind }) => (
          <Link
            component="button"
            type="button"
            onClick={() => onOpen(id)}
            sx={{ textAlign: 'left' }}
          >
            {monitor.kind[kind]}
          </Link>
        )}
      />
      <Column<ListedTask>
        source="state"
        label={c.state}
        width={130}
        render={(task) => <TaskChip task={task} />}
      />
      <Column<ListedTask>
        source="order"
        label={c.order}
        width={200}
        minWidth={150}
        render={({ order }) =>
          order === null ? (
            '—'
          ) : (
            <Link component={RouterLink} to={orderPath(order.id)}>
              {order.ordername}
            </Link>
          )
        }
      />
      <Column<ListedTask>
        source="scene"
        label={c.scene}
        minWidth={180}
        render={({ scene }) => <Clamped text={scene ?? '—'} lines={1} />}
      />
      <Column<ListedTask>
        source="person"
        label={c.person}
        minWidth={150}
        render={({ person }) => (
          <Clamped text={person === null ? '—' : person.userName || person.loginName} lines={1} />
        )}
      />
      <Column<ListedTask>
        source="priority"
        label={c.priority}
        width={80}
        numeric
        render={({ priority }) => priority}
      />
      <Column<ListedTask>
        source="since"
        label={c.since}
        width={140}
        render={({ stateSince }) => formatTime(stateSince)}
      />
      <Column<ListedTask>
        source="error"
        label={c.error}
        minWidth={180}
        render={({ error }) => <Failing error={error} />}
      />
    </ListRows>
  );
}

/** What it failed of last. */
function Failing({ error }: Pick<ListedTask, 'error'>) {
  const { tasks: m } = useAdminMessages();
  const text = useText();
  if (error === null) return '—';
  const words = text(error.message, error.text) || (m.classes[error.class] ?? '—');
  return <Clamped text={words} lines={1} />;
}
