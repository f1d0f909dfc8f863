import { api, type Captcha } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** A captcha is good for one try and 120 s, so it is asked for again a little earlier. */
export function useCaptcha(enabled: boolean): {
  captcha: Captcha | undefined;
  refresh: () => void;
} {
  const { data, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: api.auth.captcha,
    enabled: enabled,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: 110_000,
  });
  return { captcha: data, refresh: () => void refetch() };
}
