import { EmptyState, Loading, useConfigQuery } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Fallback } from '../parts/Fallback';

const FootprintMap = lazy(() => import('../parts/map/FootprintMap'));
const NONE: readonly string[] = [];

interface OutlineMapProps {
  wkt: string;
  /** Another outline, to be brought out over the first. */
  other?: string | null;
  label: string;
}

/** An outline on the base map. The map library loads only when there is something to draw. */
export function OutlineMap({ wkt, other = null, label }: OutlineMapProps) {
  const { detail } = useAdminMessages();
  const { data: config } = useConfigQuery();
  return (
    <Fallback key={`${wkt}\n${other}`} instead={<EmptyState title={detail.mapFailed} />}>
      <Suspense fallback={<Loading />}>
        <FootprintMap
          wkt={wkt}
          basemap={config?.map.basemap ?? null}
          label={label}
          highlights={other === null ? NONE : [other]}
          focus={other}
        />
      </Suspense>
    </Fallback>
  );
}
