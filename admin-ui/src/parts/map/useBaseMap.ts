import { type MapConfig, useLocale } from '@scenedock/ui-kit';
import type OlMap from 'ol/Map';
import { useEffect } from 'react';
import { baseLayers, standIn } from './baseLayers';

/** Puts the base map under what is drawn; a rough picture stands in for it until it is complete. */
export function useBaseMap(map: OlMap | null, basemap: MapConfig['basemap'] | null) {
  const english = useLocale().locale === 'en';
  useEffect(() => {
    if (map === null) return;
    const rough = standIn();
    map.addLayer(rough);
    if (basemap === null) return () => void map.removeLayer(rough);
    const layers = baseLayers(basemap, english);
    for (const layer of layers) map.addLayer(layer);
    map.once('rendercomplete', () => map.removeLayer(rough));
    return () => {
      for (const layer of [rough, ...layers]) map.removeLayer(layer);
    };
  }, [map, basemap, english]);
}
