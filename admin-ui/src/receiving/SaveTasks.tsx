import { formatTime, type ReceiveTask, receiving, useText } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveRows } from '../parts/list/SaveList';
import type { SavedColumn } from '../parts/list/useSavedList';
import { useTaskWords } from './useTaskWords';

interface SaveTasksProps {
  /** Of the table. */
  name: string;
  /** Those that copy from another installation, or the others. */
  synchronises: boolean;
}

/** Saves the receive tasks of all pages. */
export function SaveTasks({ name, synchronises }: SaveTasksProps) {
  const { receiving: m } = useAdminMessages();
  const text = useText();
  const { scheduleOf, nextRunOf, lastRunOf } = useTaskWords();
  const standingOf = ({ standing, restsUntil, failure }: ReceiveTask) => [
    m.standings[standing],
    ...(standing === 'resting' ? [m.restsUntil(formatTime(restsUntil))] : []),
    ...(failure === null ? [] : [text(failure.message, failure.text)]),
  ];
  const columns: SavedColumn<ReceiveTask>[] = [
    { label: m.name, cellOf: (task) => task.name },
    { label: m.kind, cellOf: ({ definition }) => m.kinds[definition.kind] },
    { label: m.source, cellOf: ({ definition }) => definition.location },
    { label: m.standing, cellOf: (task) => standingOf(task).join(' · ') },
    { label: m.schedule, cellOf: (task) => scheduleOf(task) ?? '' },
    { label: m.nextRun, cellOf: nextRunOf },
    { label: m.lastRun, cellOf: lastRunOf },
    { label: m.received, cellOf: ({ received }) => ({ value: received, as: 'whole' }) },
  ];
  return (
    <SaveRows<ReceiveTask>
      name={name}
      columns={columns}
      source={{
        days: {},
        ask: async (page, pageSize, signal) => {
          const query = { page, pageSize, synchronises };
          const { items, total } = await receiving.list(query, { signal });
          return { rows: items, hasMore: page * pageSize < total };
        },
      }}
    />
  );
}
