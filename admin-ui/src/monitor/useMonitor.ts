import { operations } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** How often it is looked at, in milliseconds. Nobody looks while the page is hidden. */
const LOOK_MS = 5000;

/** What goes on, looked at again and again; `holds` keeps it still while somebody points at a row. */
export function useMonitor() {
  const [held, setHeld] = useState(false);
  const query = useQuery({
    queryKey: ['monitor'],
    queryFn: ({ signal }) => operations.monitor({ signal }),
    refetchInterval: held ? false : LOOK_MS,
    placeholderData: keepPreviousData,
  });
  const holds = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  return { query, held, holds };
}
