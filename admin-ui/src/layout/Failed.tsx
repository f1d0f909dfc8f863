import { ApiError, ErrorState } from '@scenedock/ui-kit';
import { messageOf, statusOf } from '../providers/errors';

/** The shared error state for react-admin's errors too: it shows words only of the client's own kind. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const known = error instanceof ApiError;
  const shown = known ? error : new ApiError(statusOf(error) ?? 0, '', messageOf(error));
  return <ErrorState error={shown} onRetry={onRetry} />;
}
