import { formatTime, type ReceiveTask } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** When a receive task runs, in words. */
export function useTaskWords() {
  const { receiving: m } = useAdminMessages();
  return {
    scheduleOf: ({ everyMinutes, cron }: ReceiveTask) =>
      everyMinutes === null ? cron : m.every(everyMinutes),
    nextRunOf: ({ nextRunAt }: ReceiveTask) => (nextRunAt === null ? '—' : formatTime(nextRunAt)),
    lastRunOf: ({ lastRunAt, lastRunFailed }: ReceiveTask) =>
      lastRunAt === null
        ? m.neverRun
        : `${formatTime(lastRunAt)} ${m.states[lastRunFailed ? 'failed' : 'done']}`,
  };
}
