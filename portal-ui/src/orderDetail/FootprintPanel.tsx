import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  api,
  Clamped,
  EmptyState,
  ErrorState,
  Loading,
  type OrderScene,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { LazyMap } from '../map/LazyMap';
import { Panel } from '../parts/Panel';

/** What the server says when no scene has a footprint. */
const NONE = 'GEOMETRYCOLLECTION EMPTY';

type Props = {
  orderId: string;
  /** The one scene to show within the whole. */
  scene: OrderScene | null;
  onWhole: () => void;
};

/** The combined footprint of an order, and in it one scene when somebody asked for it. */
export function FootprintPanel({ orderId, scene, onWhole }: Props) {
  const m = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['footprint', orderId],
    queryFn: ({ signal }) => api.orders.footprint(orderId, { signal }),
    staleTime: 300_000,
  });
  const whole = data === undefined || data.wkt === NONE ? null : data.wkt;
  const one = scene?.wktresponse ?? null;
  const footprints = useMemo(
    () => [
      ...(whole ? [{ id: orderId, wkt: whole }] : []),
      ...(one === null ? [] : [{ id: 'scene', wkt: one }]),
    ],
    [orderId, whole, one],
  );
  useEffect(() => {
    // On narrow screens the map stands far from the table that asked for it.
    if (scene !== null) box.current?.scrollIntoView({ block: 'nearest' });
  }, [scene]);
  return (
    <Panel
      title={m.detail.footprint}
      side={scene === null ? null : <Button onClick={onWhole}>{m.detail.showWhole}</Button>}
    >
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Loading /> : null}
      {data !== undefined && !whole ? <EmptyState title={m.scene.noFootprint} /> : null}
      {whole ? (
        <Box ref={box} sx={{ height: 320, borderRadius: 1, overflow: 'hidden' }}>
          <LazyMap
            footprints={footprints}
            focus={one ?? whole}
            selected={one === null ? orderId : 'scene'}
          />
        </Box>
      ) : null}
      <Typography
        role="status"
        variant="body2"
        color="textSecondary"
        component="div"
        sx={{ mt: scene === null ? 0 : 1 }}
      >
        <Clamped text={scene?.dataname ?? ''} />
      </Typography>
    </Panel>
  );
}
