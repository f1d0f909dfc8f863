import { QueryClient } from '@tanstack/react-query';

/** Staff see a failure at once, with a button to try again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } });
}
