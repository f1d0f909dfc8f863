import { api } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** A captcha lives 120 s on the server and is good for one attempt; a fresh one is fetched before that. */
const LIFETIME_MS = 110_000;

export interface CaptchaState {
  id?: string;
  image?: string;
  failed: boolean;
  renew: () => void;
}

/** The server's captcha while `enabled`. */
export function useCaptcha(enabled: boolean): CaptchaState {
  const { data, isError, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: () => api.auth.captcha(),
    enabled,
    gcTime: 0,
    refetchInterval: LIFETIME_MS,
    refetchOnWindowFocus: false,
  });
  return {
    id: data?.captchaId,
    image: data?.image,
    failed: isError,
    renew: () => {
      if (enabled) {
        void refetch();
      }
    },
  };
}
