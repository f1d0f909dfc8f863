import { EmptyState, Loading, useConfigQuery } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Fallback } from '../Fallback';
import type { MapDrawing } from './useDrawing';

const FootprintMap = lazy(() => import('./FootprintMap'));
const NONE: readonly string[] = [];

interface OutlineMapProps {
  /** Empty: there is none yet. */
  wkt: string;
  /** Another outline, to be brought out over the first. */
  other?: string | null;
  label: string;
  /** What is drawn on it; left out where nothing can be. */
  drawing?: MapDrawing;
}

/** An outline on the base map. The map library loads only when there is something to draw. */
export function OutlineMap({ wkt, other = null, label, drawing }: OutlineMapProps) {
  const { detail } = useAdminMessages();
  const { data: config } = useConfigQuery();
  return (
    <Fallback
      // Whoever draws keeps the map that is drawn on.
      key={drawing === undefined ? `${wkt}\n${other}` : ''}
      instead={<EmptyState title={detail.mapFailed} />}
    >
      <Suspense fallback={<Loading />}>
        <FootprintMap
          wkt={wkt}
          basemap={config?.map.basemap ?? null}
          label={label}
          highlights={other === null ? NONE : [other]}
          focus={other}
          drawing={drawing}
        />
      </Suspense>
    </Fallback>
  );
}
