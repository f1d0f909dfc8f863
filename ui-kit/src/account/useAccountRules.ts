import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints';
import type { AccountRules } from '../api/types';

/** What account names, passwords, addresses and numbers look like, as the server checks them. */
export function useAccountRules(): AccountRules | undefined {
  const { data } = useQuery({
    queryKey: ['accountRules'],
    queryFn: ({ signal }) => api.auth.rules({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
