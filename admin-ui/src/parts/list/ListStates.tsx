import { QueryResult } from '@scenedock/ui-kit';
import { type RaRecord, useListContext } from 'ra-core';
import type { ReactNode } from 'react';

interface ListStatesProps<R extends RaRecord> {
  /** Stands here when there are no rows. */
  empty: ReactNode;
  children: (rows: R[]) => ReactNode;
}

/** The rows of the list around it, or why there are none: still loading, refused, failed, nothing there. */
export function ListStates<R extends RaRecord>({ empty, children }: ListStatesProps<R>) {
  const { data, error, refetch } = useListContext<R>();
  return (
    <QueryResult query={{ data, error, refetch }} empty={empty}>
      {children}
    </QueryResult>
  );
}
