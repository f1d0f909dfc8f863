import { formatTime, type ReceiveRun, receiving, useText } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { bytesFigure } from '../parts/figures/savedFigures';
import { SaveRows } from '../parts/list/SaveList';
import type { SavedColumn } from '../parts/list/useSavedList';

interface SaveRunsProps {
  id: string;
  /** Of the receive task. */
  task: string;
  errorClass: string | undefined;
}

/** Saves the whole history of a receive task, or all runs that failed of the chosen class. */
export function SaveRuns({ id, task, errorClass }: SaveRunsProps) {
  const { receiving: m } = useAdminMessages();
  const columns = useRunColumns();
  return (
    <SaveRows<ReceiveRun>
      name={m.historyTitle(task)}
      columns={columns}
      source={{
        days: {},
        ask: async (page, pageSize, signal) => {
          const query = { page, pageSize, errorClass };
          const { items, total } = await receiving.runs(id, query, { signal });
          return { rows: items, hasMore: page * pageSize < total };
        },
      }}
    />
  );
}

const whole = (value: number) => ({ value, as: 'whole' }) as const;

function useRunColumns(): SavedColumn<ReceiveRun>[] {
  const { receiving: m } = useAdminMessages();
  const text = useText();
  const stateOf = ({ state, more, failure }: ReceiveRun) => [
    m.states[state],
    ...(more ? [m.more] : []),
    ...(failure === null ? [] : [text(failure.message, failure.text)]),
  ];
  return [
    { label: m.begun, cellOf: (run) => formatTime(run.begunAt ?? run.createdAt) },
    {
      label: m.trigger,
      cellOf: (run) => [m.triggers[run.trigger], run.requestedBy].filter(Boolean).join(' · '),
    },
    { label: m.state, cellOf: (run) => stateOf(run).join(' · ') },
    { label: m.outcomes.new, cellOf: (run) => whole(run.added) },
    { label: m.outcomes.updated, cellOf: (run) => whole(run.updated) },
    { label: m.outcomes.same, cellOf: (run) => whole(run.same) },
    { label: m.outcomes.refused, cellOf: (run) => whole(run.refused) },
    { label: m.outcomes.waiting, cellOf: (run) => whole(run.waiting) },
    { label: m.known, cellOf: (run) => whole(run.known) },
    { label: m.volume, unit: 'bytes', cellOf: (run) => bytesFigure(run.bytes).saved },
  ];
}
