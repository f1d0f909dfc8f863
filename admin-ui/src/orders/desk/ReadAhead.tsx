import type { QueuedOrder } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { checksQuery } from './ChecksList';
import { nextOpen } from './queueOrder';
import { phrasesQuery } from './RejectDialog';
import { orderQuery } from './useDesk';

interface ReadAheadProps {
  items: readonly QueuedOrder[];
  current: string | undefined;
}

/** Reads the next order, and the phrases, while this one is looked at: after a key they are there at once. */
export function ReadAhead({ items, current }: ReadAheadProps) {
  const queries = useQueryClient();
  const next = nextOpen(items, current, current === undefined ? [] : [current]);
  const { id, since } = next ?? {};
  useEffect(() => {
    void queries.prefetchQuery(phrasesQuery);
  }, [queries]);
  useEffect(() => {
    if (id === undefined || since === undefined) return;
    void queries.prefetchQuery(orderQuery({ id, since }));
    const checks = checksQuery({ id, submittedAt: since });
    void queries.prefetchQuery({ ...checks, staleTime: 60_000 });
  }, [queries, id, since]);
  return null;
}
