import { Loading } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';

const BehaviourPage = lazy(() =>
  import('./BehaviourPage').then((page) => ({ default: page.BehaviourPage })),
);

/** What people did; the charts are fetched only by those who look at them. */
export function LazyBehaviourPage() {
  return (
    <Suspense fallback={<Loading />}>
      <BehaviourPage />
    </Suspense>
  );
}
