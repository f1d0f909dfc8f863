import type { RoleName, StoredRole } from '@scenedock/ui-kit';
import { keepPreviousData } from '@tanstack/react-query';
import { useGetList } from 'ra-core';

/** Most roles that are offered at once; typing finds the others. */
const OFFERED = 50;

/** The roles that are offered to whoever has typed this. */
export function useRoleChoices(typed: string): { offered: RoleName[]; isPending: boolean } {
  const pagination = { page: 1, perPage: OFFERED };
  const query = useGetList<StoredRole>('role', { pagination });
  const filter = typed === '' ? {} : { q: typed };
  const options = { placeholderData: keepPreviousData };
  const found = useGetList<StoredRole>('role', { pagination, filter }, options);
  // Those that every installation has are found by what they are called here, the others by the server.
  const offered = [
    ...(query.data ?? []).filter(({ builtIn }) => builtIn),
    ...(found.data ?? []).filter(({ builtIn }) => !builtIn),
  ].map(({ id, name }) => ({ id, name }));
  return { offered, isPending: query.isPending };
}
