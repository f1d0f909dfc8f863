import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { operations, QueryResult, type TaskDetail, useMessages, useText } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { SideDrawer } from '../parts/SideDrawer';
import { RemediedWaits } from '../parts/taskActs/RemediedWaits';
import { TaskActDialog, type TaskActName } from '../parts/taskActs/TaskActDialog';
import { WayBack } from '../parts/WayBack';
import { useMay } from '../providers/useMe';
import { TaskChip } from './TaskChip';
import { TaskFacts } from './TaskFacts';

/** How often an open task is looked at, in milliseconds. */
const LOOK_MS = 5000;

/** One task: why it waits, what it failed of, and what can be done. */
export function TaskDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { tasks: m, monitor } = useAdminMessages();
  const query = useQuery({
    queryKey: ['tasks', 'one', id],
    queryFn: ({ signal }) => operations.task(id, { signal }),
    refetchInterval: LOOK_MS,
  });
  const { data } = query;
  return (
    <SideDrawer
      title={data === undefined ? m.one : monitor.kind[data.task.kind]}
      width={480}
      onClose={onClose}
      chips={data !== undefined && <TaskChip task={data.task} />}
    >
      <QueryResult query={query} back={<WayBack onClick={onClose} />}>
        {(found) => <OneTask found={found} />}
      </QueryResult>
    </SideDrawer>
  );
}

function OneTask({ found: { task, waits } }: { found: TaskDetail }) {
  const { waits: words } = useMessages();
  const { tasks: m } = useAdminMessages();
  const text = useText();
  const { error } = task;
  return (
    <>
      <OneTasksActs found={{ task, waits }} />
      {waits.length > 0 && (
        <Panel title={words.title}>
          <RemediedWaits
            waits={waits}
            filter={{ id: task.id }}
            topic="tasks"
            orderId={task.order?.id}
            loginName={task.person?.loginName}
          />
        </Panel>
      )}
      {error !== null && (
        <Alert severity={task.state === 'failed' ? 'error' : 'warning'} icon={false}>
          <strong>{m.lastError(m.classes[error.class] ?? error.class)}</strong>
          {error.text !== '' && (
            <Box sx={{ overflowWrap: 'anywhere' }}>{text(error.message, error.text)}</Box>
          )}
        </Alert>
      )}
      <Panel title={m.facts}>
        <TaskFacts task={task} />
      </Panel>
    </>
  );
}

/** What can be done to the task as it stands; the server counts again. */
function OneTasksActs({ found: { task } }: { found: TaskDetail }) {
  const { tasks: m } = useAdminMessages();
  const maySteer = useMay('/order/audit');
  const [act, setAct] = useState<TaskActName | null>(null);
  const isLive = ['waiting', 'released', 'running'].includes(task.state);
  if (!maySteer || task.order === null || !(isLive || task.unresolved)) return null;
  const acts: TaskActName[] = [
    ...(isLive ? [task.paused === null ? ('pause' as const) : ('resume' as const)] : []),
    ...(task.unresolved || task.state === 'waiting' ? ['retry' as const] : []),
    ...(isLive ? ['set_priority' as const] : []),
    ...(isLive && task.kind === 'extract_scene' ? ['cancel' as const] : []),
  ];
  return (
    <Stack direction="row" role="group" aria-label={m.actions} sx={{ gap: 1, flexWrap: 'wrap' }}>
      {acts.map((one) => (
        <Button
          key={one}
          variant="outlined"
          color={one === 'cancel' ? 'error' : 'primary'}
          onClick={() => setAct(one)}
        >
          {m.acts[one]}
        </Button>
      ))}
      {act !== null && (
        <TaskActDialog
          act={act}
          filter={{ id: task.id }}
          topic="tasks"
          onClose={() => setAct(null)}
        />
      )}
    </Stack>
  );
}
