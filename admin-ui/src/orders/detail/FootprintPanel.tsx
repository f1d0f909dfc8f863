import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { api, EmptyState, ErrorState, Loading, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Panel } from '../../parts/Panel';
import { Fallback } from './Fallback';

const FootprintMap = lazy(() => import('../map/FootprintMap'));

/** The server's word for "no footprint". */
const NOTHING = 'GEOMETRYCOLLECTION EMPTY';

/** Where the ordered scenes lie. The map library loads only when there is something to draw. */
export function FootprintPanel({ orderId }: { orderId: string }) {
  const { detail, scene, search } = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'footprint', orderId],
    queryFn: ({ signal }) => api.orders.footprint(orderId, { signal }),
    retry: false,
    staleTime: 300_000,
  });
  const wkt = data?.wkt && data.wkt !== NOTHING ? data.wkt : '';
  return (
    <Panel title={detail.footprint} flush>
      <Box sx={{ height: 280, display: 'grid', '& > *': { minHeight: 0 } }}>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && !wkt && <EmptyState title={scene.noFootprint} />}
        {wkt && <LazyMap wkt={wkt} />}
      </Box>
      {wkt && (
        <Typography
          variant="caption"
          color="textSecondary"
          component="p"
          sx={{ px: 1.5, py: 0.5, m: 0, borderTop: 1, borderColor: 'divider' }}
        >
          {search.mapCredit}
        </Typography>
      )}
    </Panel>
  );
}

function LazyMap({ wkt }: { wkt: string }) {
  const { detail } = useAdminMessages();
  return (
    <Fallback instead={<EmptyState title={detail.mapFailed} />}>
      <Suspense fallback={<Loading />}>
        <FootprintMap wkt={wkt} label={detail.mapLabel} />
      </Suspense>
    </Fallback>
  );
}
