import { type ListedTask, type Tone, ToneChip } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

const STATE_TONES: Readonly<Record<ListedTask['state'], Tone>> = {
  waiting: 'info',
  released: 'info',
  running: 'progress',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
};

/** Where a task stands; that somebody paused it comes first. */
export function TaskChip({ task }: { task: ListedTask }) {
  const { tasks: m } = useAdminMessages();
  return task.paused === null ? (
    <ToneChip tone={STATE_TONES[task.state]} label={m.states[task.state]} />
  ) : (
    <ToneChip tone="warning" label={m.pausedState(m.states[task.state])} />
  );
}
