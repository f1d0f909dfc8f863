import type OlMap from 'ol/Map';
import { createContext, use } from 'react';

/** The map that the children of a map view stand on. */
export type MapStage = {
  map: OlMap;
  /** Brings the whole country, or the extent of the system configuration, into view. */
  home: () => void;
};

export const MapStageContext = createContext<MapStage | null>(null);

/** The map, for children of a map view. */
export function useMapStage(): MapStage {
  const stage = use(MapStageContext);
  if (stage === null) throw new Error('only inside a MapView');
  return stage;
}
