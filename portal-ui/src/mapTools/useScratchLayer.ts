import VectorLayer from 'ol/layer/Vector';
import VectorSource from 'ol/source/Vector';
import type { StyleLike } from 'ol/style/Style';
import { useEffect, useMemo } from 'react';
import { SCRATCH } from '../map/createMap';
import { useMapStage } from '../map/mapStage';

/** A layer of one's own on the map, for as long as the caller is shown. */
export function useScratchLayer(zIndex: number, style: StyleLike, visible = true): VectorSource {
  const { map } = useMapStage();
  const layer = useMemo(() => {
    const made = new VectorLayer({ source: new VectorSource({ wrapX: false }), zIndex, style });
    made.set('name', SCRATCH);
    return made;
  }, [zIndex, style]);
  useEffect(() => {
    map.addLayer(layer);
    return () => {
      map.removeLayer(layer);
    };
  }, [map, layer]);
  useEffect(() => layer.setVisible(visible), [layer, visible]);
  return useMemo(() => layer.getSource() ?? new VectorSource(), [layer]);
}
