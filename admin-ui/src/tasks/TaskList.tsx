import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { EmptyState } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { EndlessList } from '../parts/list/ResourceList';
import { MassActs } from './MassActs';
import { TaskFilters } from './TaskFilters';
import { TaskTable } from './TaskTable';
import { TASK_CONDITIONS, taskFilter } from './taskConditions';

/** How often the list is looked at, in milliseconds. */
const LOOK_MS = 10_000;

/** Tasks by any filter, the newest first. */
export function TaskList({ onOpen }: { onOpen: (id: string) => void }) {
  const { tasks: m } = useAdminMessages();
  return (
    <EndlessList
      resource="tasks"
      title={m.title}
      conditions={TASK_CONDITIONS}
      refetchInterval={LOOK_MS}
    >
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <TaskFilters />
        <MatchingActs />
        <TaskTable onOpen={onOpen} empty={<NoTasks />} />
      </Paper>
    </EndlessList>
  );
}

function MatchingActs() {
  const { filterValues } = useListContext();
  return <MassActs filter={taskFilter(filterValues)} />;
}

function NoTasks() {
  const { tasks: m } = useAdminMessages();
  const { filterValues, setFilters } = useListContext();
  const isNarrowed = Object.keys(filterValues).length > 0;
  return (
    <EmptyState
      title={m.empty}
      hint={isNarrowed ? m.emptyNarrowed : m.emptyHint}
      action={isNarrowed && <Button onClick={() => setFilters({})}>{m.clearFilter}</Button>}
    />
  );
}
