import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  EmptyState,
  type OrderAsRead,
  type OrderScene,
  QueryResult,
  useFootprint,
  useMessages,
} from '@scenedock/ui-kit';
import { useEffect, useMemo, useRef } from 'react';
import { LazyMap } from '../map/LazyMap';
import { Panel } from '../parts/Panel';

type Props = {
  order: OrderAsRead;
  /** The one scene to show within the whole. */
  scene: OrderScene | null;
  onWhole: () => void;
};

/** The combined footprint of an order, and in it one scene when somebody asked for it. */
export function FootprintPanel({ order, scene, onWhole }: Props) {
  const m = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const query = useFootprint(order);
  const whole = query.data ?? null;
  const one = scene?.wktresponse ?? null;
  const footprints = useMemo(
    () => [
      ...(whole ? [{ id: order.id, wkt: whole }] : []),
      ...(one === null ? [] : [{ id: 'scene', wkt: one }]),
    ],
    [order.id, whole, one],
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
      <QueryResult query={query}>
        {(wkt) =>
          wkt === null ? (
            <EmptyState title={m.scene.noFootprint} />
          ) : (
            <Box ref={box} sx={{ height: 320, borderRadius: 1, overflow: 'hidden' }}>
              <LazyMap
                footprints={footprints}
                focus={one ?? wkt}
                selected={one === null ? order.id : 'scene'}
              />
            </Box>
          )
        }
      </QueryResult>
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
