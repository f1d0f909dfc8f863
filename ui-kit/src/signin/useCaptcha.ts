import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/endpoints';

/** A captcha is good for one try and lives 120 s on the server; a fresh one is fetched before that. */
const LIFETIME_MS = 110_000;

/**
 * The server's captcha while `enabled`. `onAnother` hears when another one is shown: what was read off the one before it is
 * nothing any more.
 */
export function useCaptcha(enabled: boolean, onAnother?: () => void) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: () => api.auth.captcha(),
    enabled,
    retry: false,
    gcTime: 0,
    staleTime: LIFETIME_MS,
    refetchInterval: LIFETIME_MS,
    // Each form has one of its own; and no interval runs in a tab that is out of sight.
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  });
  const hear = useRef(onAnother);
  hear.current = onAnother;
  const id = data?.captchaId;
  useEffect(() => {
    if (id !== undefined) hear.current?.();
  }, [id]);
  const renew = () => {
    if (enabled) void refetch();
  };
  return { captcha: data, failed: isError, renew };
}
