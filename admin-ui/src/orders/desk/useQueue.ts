import { type AuditDesk, office } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { undoable } from './queueOrder';

export const DESK_KEY = ['auditDesk'] as const;

/** How often the queue is looked at while a decision of one's own can be taken back, in milliseconds. */
const DECIDING_MS = 2000;

const NOTHING: AuditDesk['items'] = [];

/** The orders that wait for their audit, and what was just decided about them. */
export function useQueue({ enabled = true, lookMs }: { enabled?: boolean; lookMs: number }) {
  return useQuery({
    queryKey: DESK_KEY,
    queryFn: ({ signal }) => office.auditDesk.get({ signal }),
    enabled,
    refetchInterval: ({ state }) =>
      undoable(state.data?.items ?? NOTHING).length > 0 ? DECIDING_MS : lookMs,
  });
}

type Answered = Pick<ReturnType<typeof useQueue>, 'data' | 'dataUpdatedAt'>;

/** The server's clock, as far as this one knows it. */
export function serverTime({ data, dataUpdatedAt }: Answered, now: number): number {
  return data === undefined ? now : Date.parse(data.now) + now - dataUpdatedAt;
}
