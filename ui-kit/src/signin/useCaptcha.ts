import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints';

/** A captcha is good for one try and lives 120 s on the server; a fresh one is fetched before that. */
const LIFETIME_MS = 110_000;

/** The server's captcha while `enabled`. */
export function useCaptcha(enabled: boolean) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: () => api.auth.captcha(),
    enabled,
    retry: false,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: LIFETIME_MS,
    refetchOnWindowFocus: false,
  });
  const renew = () => {
    if (enabled) void refetch();
  };
  return { captcha: data, failed: isError, renew };
}
