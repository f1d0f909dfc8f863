import Box from '@mui/material/Box';
import { api, EmptyState, ErrorState, Loading, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LazyMap } from '../map/LazyMap';
import { Panel } from '../parts/Panel';

/** What the server says when no scene has a footprint. */
const NONE = 'GEOMETRYCOLLECTION EMPTY';

/** The combined footprint of an order. */
export function FootprintPanel({ orderId }: { orderId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ['footprint', orderId],
    queryFn: ({ signal }) => api.orders.footprint(orderId, { signal }),
    staleTime: 300_000,
  });
  const wkt = data === undefined || data.wkt === NONE ? null : data.wkt;
  const footprints = useMemo(() => (wkt ? [{ id: orderId, wkt }] : []), [orderId, wkt]);
  return (
    <Panel title={m.detail.footprint}>
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Loading /> : null}
      {data !== undefined && !wkt ? <EmptyState title={m.scene.noFootprint} /> : null}
      {wkt ? (
        <Box sx={{ height: 320, borderRadius: 1, overflow: 'hidden' }}>
          <LazyMap footprints={footprints} focus={wkt} selected={orderId} />
        </Box>
      ) : null}
    </Panel>
  );
}
