import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  EmptyState,
  ink,
  type Monitor,
  type TaskState,
  type WorkerState,
} from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { orderPath } from '../parts/orderPath';
import { runningTime } from '../parts/waitingTime';
import { doneOf, isInEmergencySlot, isSilent } from './monitorModel';

/** Every worker process with what each of its slots is at. */
export function WorkerList({ found }: { found: Monitor }) {
  const { monitor: m } = useAdminMessages();
  const { workers, at } = found;
  if (workers.length === 0) return <EmptyState title={m.workersEmpty} hint={m.workersEmptyHint} />;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {workers.map((worker) => (
        <Worker key={worker.name} worker={worker} now={Date.parse(at)} />
      ))}
    </Box>
  );
}

function Worker({ worker, now }: { worker: WorkerState; now: number }) {
  const { monitor: m } = useAdminMessages();
  const { name, slots, emergencySlots, tasks } = worker;
  const urgent = tasks.filter(isInEmergencySlot).length;
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Typography component="h3" variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        {isSilent(worker) ? (
          <Typography variant="body2" sx={{ color: ink.failed }}>
            {m.silent}
          </Typography>
        ) : (
          <Typography variant="body2" color="textSecondary">
            {m.slotsUsed(tasks.length - urgent, slots)}
          </Typography>
        )}
        {emergencySlots > 0 && (
          <Typography variant="body2" color="textSecondary">
            {m.emergencySlotsUsed(urgent, emergencySlots)}
          </Typography>
        )}
      </Stack>
      {tasks.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {m.idle}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
          {tasks.map((task) => (
            <Task key={task.id} task={task} now={now} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function Task({ task, now }: { task: TaskState; now: number }) {
  const { monitor: m, desk } = useAdminMessages();
  const done = doneOf(task);
  const words = m.kind[task.kind];
  return (
    <Box component="li" sx={TASK}>
      <span>{words}</span>
      <Box sx={{ minWidth: 0 }}>
        {task.order && (
          <Link component={RouterLink} to={orderPath(task.order.id)}>
            {task.order.ordername}
          </Link>
        )}
        {task.scene !== null && <Clamped text={task.scene} lines={1} />}
      </Box>
      <Box>
        {done !== null && <LinearProgress variant="determinate" value={done} aria-label={words} />}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
        {runningTime(task.startedAt, now, { ...desk, seconds: m.seconds })}
        {task.attempt > 1 && ` · ${m.attempt(task.attempt)}`}
        {task.inEmergencySlot && ` · ${m.inEmergencySlot}`}
      </Typography>
    </Box>
  );
}

const TASK = {
  typography: 'body2',
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  py: 0.5,
  gridTemplateColumns: { xs: '1fr', md: '96px minmax(0, 1fr) 160px 144px' },
} as const;
