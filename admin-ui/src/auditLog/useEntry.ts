import { ApiError, type AuditEntry, office } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Before the first entry of any installation. */
const FIRST_DAY = '2000-01-01';

/** One entry: out of the list, or where an address names one that the list does not show, by itself. */
export function useEntry(id: string) {
  const { auditLog: m } = useAdminMessages();
  const { data: entries, isPending } = useListContext<AuditEntry>();
  const listed = entries?.find((entry) => String(entry.id) === id);
  const query = useQuery({
    queryKey: ['auditLog', 'one', id],
    queryFn: async ({ signal }) => {
      const before = Number(id) + 1;
      const isNumber = Number.isSafeInteger(before);
      const page = isNumber
        ? await office.auditLog.list({ from: FIRST_DAY, before }, { signal })
        : null;
      const entry = page?.items.find((one) => String(one.id) === id);
      if (entry === undefined) throw new ApiError(404, 'not_found', m.noEntry);
      return entry;
    },
    // The list may hold it.
    enabled: listed === undefined && !isPending,
    retry: false,
  });
  return listed === undefined ? query : { ...query, data: listed, error: null };
}
