import { ApiError } from '@scenedock/ui-kit';
import { QueryClient } from '@tanstack/react-query';

/** A refusal will be a refusal again; only silence and server faults are worth a second try. */
function worthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 1 && worthRetrying(error),
      },
    },
  });
}
