import { type RaRecord, useGetOne } from 'ra-core';
import { useState } from 'react';
import type { ResourceName } from '../../providers/resources';

/** react-admin takes a record out of a list that had it, unless it is asked for under a name of its own. */
const WHOLE = { meta: { whole: true } } as const;

/** One record as the server has it: lists leave out what is long, and may be old. Null: none. */
export function useWholeRecord<R extends RaRecord>(resource: ResourceName, id: string | null) {
  return useGetOne<R>(resource, { id: id ?? '', ...WHOLE }, { enabled: id !== null });
}

/**
 * One record to be written over. What is being written is replaced by what was saved only, not by what is read anew: a
 * refused save takes nothing away.
 */
export function useWrittenRecord<R extends RaRecord>(resource: ResourceName, id: string) {
  const { data, error, refetch } = useGetOne<R>(resource, { id, ...WHOLE }, { gcTime: 0 });
  const [first, setFirst] = useState(data);
  if (first === undefined && data !== undefined) setFirst(data);
  const query = { data: first, error: first === undefined ? error : null, refetch };
  return { query, replace: setFirst };
}
