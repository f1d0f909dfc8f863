import type OlMap from 'ol/Map';
import { createContext, use } from 'react';

/** Longitude and latitude, and the pixels from the upper left corner of the globe. */
export type GlobePoint = { at: [number, number]; pixel: [number, number] };

export type GlobeHandlers = Partial<
  Record<'onMove' | 'onClick' | 'onDown' | 'onUp', (point: GlobePoint) => void>
>;

/** What tools do on the globe while it stands in for the map. */
export type GlobeStage = {
  /** Has the keyboard and the pointer. */
  element: HTMLElement;
  /** What stands over the globe is put in here. */
  over: HTMLElement;
  /** Calls what a pointer does on the Earth; the answer ends it. */
  listen: (handlers: GlobeHandlers) => () => void;
  /** Where a place is on the picture; null behind the Earth. */
  screenOf: (position: readonly [number, number]) => [number, number] | null;
  /** Called after each picture; the answer ends it. */
  onPicture: (listener: () => void) => () => void;
  /** Whether dragging leaves the camera where it is. */
  hold: (still: boolean) => void;
};

/** The map that the children of a map view stand on. */
export type MapStage = {
  map: OlMap;
  /** Shown in place of the map, whose view follows it. */
  globe: GlobeStage | null;
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
