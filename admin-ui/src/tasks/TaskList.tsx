import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import {
  EmptyState,
  operations,
  QueryResult,
  type TaskCursor,
  type TaskFilter,
  useSettled,
} from '@scenedock/ui-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { MassActs } from './MassActs';
import { TaskFilters } from './TaskFilters';
import { TaskTable } from './TaskTable';
import type { useTaskAddress } from './useTaskAddress';

/** How often the list is looked at, in milliseconds. */
const LOOK_MS = 10_000;

/** Tasks by any filter, the newest first. */
export function TaskList({ address }: { address: ReturnType<typeof useTaskAddress> }) {
  const { tasks: m } = useAdminMessages();
  const settled = useSettled(JSON.stringify(address.filter));
  const filter = useMemo(() => JSON.parse(settled) as TaskFilter, [settled]);
  const query = useInfiniteQuery({
    queryKey: ['tasks', filter],
    queryFn: ({ pageParam, signal }) => operations.tasks(filter, pageParam, { signal }),
    initialPageParam: null as TaskCursor | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: LOOK_MS,
  });
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <TaskFilters address={address} />
      <MassActs filter={filter} />
      <QueryResult query={query}>
        {({ pages }) => {
          const tasks = pages.flatMap(({ items }) => items);
          return tasks.length === 0 ? (
            <EmptyState
              title={m.empty}
              hint={address.isNarrowed ? m.emptyNarrowed : m.emptyHint}
              action={
                address.isNarrowed && <Button onClick={address.clear}>{m.clearFilter}</Button>
              }
            />
          ) : (
            <TaskTable tasks={tasks} onOpen={address.open} />
          );
        }}
      </QueryResult>
      {query.hasNextPage && (
        <Stack sx={{ p: 1.5, alignItems: 'center' }}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.older}
          </Button>
        </Stack>
      )}
    </Paper>
  );
}
