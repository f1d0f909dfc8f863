import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { operations, type TaskFilter } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { TaskActDialog, type TaskActName } from '../parts/taskActs/TaskActDialog';
import { useMay } from '../providers/useMe';

const ACTS: readonly TaskActName[] = ['pause', 'resume', 'retry', 'set_priority', 'cancel'];

/** How many tasks match, and what can be done to all of them. */
export function MassActs({ filter }: { filter: TaskFilter }) {
  const { tasks: m } = useAdminMessages();
  const maySteer = useMay('/order/audit');
  const [act, setAct] = useState<TaskActName | null>(null);
  const { data } = useQuery({
    queryKey: ['tasks', 'counts', filter],
    queryFn: ({ signal }) => operations.taskCounts(filter, { signal }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  const touched: Readonly<Record<TaskActName, number>> = {
    ...{ pause: data.pause, resume: data.resume, retry: data.retry, cancel: data.cancel },
    set_priority: data.setPriority,
  };
  return (
    <Stack direction="row" sx={BAR} role="group" aria-label={m.massActs}>
      <Typography variant="body2" sx={{ mr: 1 }} role="status">
        {m.matching(data.total)}
      </Typography>
      {maySteer ? (
        ACTS.map((one) => (
          <Button
            key={one}
            size="small"
            color={one === 'cancel' ? 'error' : 'primary'}
            disabled={touched[one] === 0}
            onClick={() => setAct(one)}
          >
            {m.actsAll(m.acts[one], touched[one])}
          </Button>
        ))
      ) : (
        <Typography variant="caption" color="textSecondary">
          {m.watchOnly}
        </Typography>
      )}
      {act !== null && (
        <TaskActDialog act={act} filter={filter} topic="tasks" onClose={() => setAct(null)} />
      )}
    </Stack>
  );
}

const BAR = {
  px: 1.5,
  pb: 1,
  gap: 0.5,
  flexWrap: 'wrap',
  alignItems: 'center',
} as const;
