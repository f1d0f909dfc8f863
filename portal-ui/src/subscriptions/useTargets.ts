import { pushTargets } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** Under which one's own targets are kept. */
export const TARGETS = ['pushTargets'] as const;

export function useTargets() {
  return useQuery({
    queryKey: TARGETS,
    queryFn: ({ signal }) => pushTargets.list({ signal }),
  });
}
