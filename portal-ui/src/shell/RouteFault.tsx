import { ErrorState } from '@scenedock/ui-kit';
import { useRouteError } from 'react-router';

/** A page that broke: says so, and loads it anew. */
export function RouteFault() {
  return <ErrorState error={useRouteError()} onRetry={() => window.location.reload()} />;
}
