import type { Bookmark } from '@scenedock/ui-kit';
import { type AreaChoice, chooseWkt } from '../../area/areaChoice';
import { useMapLayers } from '../../map/mapLayers';
import { useMapStage } from '../../map/mapStage';
import { failureText } from '../../parts/failureText';
import { useNotice } from '../../parts/notice';
import { flyToView } from '../locate/flyTo';
import { useToolMessages } from '../messages/useToolMessages';

type Searched = {
  area: AreaChoice | null;
  /** WKT of it. */
  wkt: string | null;
  onArea: (area: AreaChoice | null) => void;
  /** Lets go of an uploaded file. */
  forget: () => void;
};

/** What a bookmark keeps of the map, and how the map comes back to it. */
export function useBookmarkView({ area, wkt: before, onArea, forget }: Searched) {
  const m = useToolMessages();
  const notice = useNotice();
  const { map } = useMapStage();
  const layers = useMapLayers();
  const mark = (): Omit<Bookmark, 'id' | 'name'> => {
    const [lon = 0, lat = 0] = map.getView().getCenter() ?? [];
    return {
      mapConfigList: layers.states,
      wkt: before,
      region: area?.kind === 'region' ? area.code : null,
      center: `${lon.toFixed(4)},${lat.toFixed(4)}`,
      zoom: Math.round((map.getView().getZoom() ?? 0) * 100) / 100,
    };
  };
  const restore = async ({ wkt, region, center, zoom, mapConfigList }: Bookmark) => {
    const [lon = 0, lat = 0] = center.split(',').map(Number);
    layers.apply(mapConfigList);
    flyToView(map, [lon, lat], zoom);
    forget();
    if (region !== null) {
      if (area?.kind !== 'region' || area.code !== region) {
        onArea({ kind: 'region', code: region });
      }
      return;
    }
    try {
      if (wkt !== before) onArea(wkt === null ? null : await chooseWkt(wkt));
    } catch (refused) {
      notice(failureText(m.bookmarks.restoreFailed, refused), 'error');
    }
  };
  return { mark, restore };
}
