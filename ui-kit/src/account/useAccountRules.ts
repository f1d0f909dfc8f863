import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints';
import type { AccountRules } from '../api/types';
import { useElapsed } from '../parts/useElapsed';

/**
 * What account names, passwords, addresses and numbers look like, as the server checks them; asked `afterMs` after the
 * form has come up.
 */
export function useAccountRules(afterMs = 0): AccountRules | undefined {
  const { data } = useQuery({
    queryKey: ['accountRules'],
    queryFn: ({ signal }) => api.auth.rules({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: useElapsed(afterMs),
  });
  return data;
}
