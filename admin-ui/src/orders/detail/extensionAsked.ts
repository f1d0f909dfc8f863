import type { OrderEvent } from '@scenedock/ui-kit';

/** Events after which a request for more time is settled. */
const SETTLES: readonly string[] = ['extend', 'reopen', 'mark_overdue', 'complete'];

/** The newest request for more time that nobody has answered yet. */
export function extensionAsked(events: readonly OrderEvent[]): OrderEvent | undefined {
  const newestFirst = [...events].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const [newest] = newestFirst.filter(
    ({ action }) => action === 'request_extension' || SETTLES.includes(action),
  );
  return newest?.action === 'request_extension' ? newest : undefined;
}
