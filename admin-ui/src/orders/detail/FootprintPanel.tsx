import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  EmptyState,
  Loading,
  type MapConfig,
  type OrderAsRead,
  QueryResult,
  useConfigQuery,
  useFootprint,
  useMessages,
} from '@scenedock/ui-kit';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Fallback } from '../../parts/Fallback';
import { Panel } from '../../parts/Panel';
import { focusOf, type Highlight, highlightedFootprints } from './highlight';

const FootprintMap = lazy(() => import('../../parts/map/FootprintMap'));

/**
 * Where the ordered scenes lie, and among them those that the table points at. The map library loads only when there is
 * something to draw.
 */
export function FootprintPanel({ order, highlight }: FootprintPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const { detail, scene, search } = useMessages();
  const { data: config } = useConfigQuery();
  const query = useFootprint(order);
  const wkt = query.data;
  const { located } = highlight;
  useEffect(() => {
    // On narrow screens the map stands far from the row that asked for it.
    if (located !== null) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [located]);
  return (
    <Panel
      title={detail.footprint}
      flush
      aside={
        <Typography role="status" variant="body2" color="textSecondary" component="div">
          <Clamped text={located?.dataname ?? ''} lines={1} />
        </Typography>
      }
    >
      <Box ref={box} sx={{ height: 280, display: 'grid', '& > *': { minHeight: 0 } }}>
        <QueryResult query={query}>
          {(whole) =>
            whole === null ? (
              <EmptyState title={scene.noFootprint} />
            ) : (
              <LazyMap wkt={whole} highlight={highlight} basemap={config?.map.basemap ?? null} />
            )
          }
        </QueryResult>
      </Box>
      {wkt && (
        <Typography
          variant="caption"
          color="textSecondary"
          component="p"
          sx={{ px: 1.5, py: 0.5, m: 0, borderTop: 1, borderColor: 'divider' }}
        >
          {config?.map.basemap.attribution || search.mapCredit}
        </Typography>
      )}
    </Panel>
  );
}

interface FootprintPanelProps {
  order: OrderAsRead;
  highlight: Highlight;
}

interface LazyMapProps {
  wkt: string;
  highlight: Highlight;
  basemap: MapConfig['basemap'] | null;
}

function LazyMap({ wkt, highlight, basemap }: LazyMapProps) {
  const { detail } = useAdminMessages();
  return (
    <Fallback instead={<EmptyState title={detail.mapFailed} />}>
      <Suspense fallback={<Loading />}>
        <FootprintMap
          wkt={wkt}
          basemap={basemap}
          label={detail.mapLabel}
          highlights={highlightedFootprints(highlight)}
          focus={focusOf(highlight)}
        />
      </Suspense>
    </Fallback>
  );
}
