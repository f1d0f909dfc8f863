import { Loading } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';

const StatisticsPage = lazy(() =>
  import('./StatisticsPage').then((page) => ({ default: page.StatisticsPage })),
);

/** Order statistics; the charts are fetched only by those who look at them. */
export function LazyStatisticsPage() {
  return (
    <Suspense fallback={<Loading />}>
      <StatisticsPage />
    </Suspense>
  );
}
