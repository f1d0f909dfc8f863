import type View from 'ol/View';
import { useEffect, useRef } from 'react';
import { NATION, START } from './createMap';
import { aim, type Look } from './fly';
import type { MapStage } from './mapStage';

/** West, south, east, north in degrees. */
type Extent = readonly number[] | null;

/** Room around the country, in pixels: tools stand above, the readout below. */
const ROOM = { across: 40, down: 96 };

/** How much a pixel must hold so that the country is seen around the middle of the specification. */
function resolutionFor([width = 0, height = 0]: readonly number[]): number {
  const [west, south, east, north] = NATION;
  const [lon, lat] = START.centre;
  const across = 2 * Math.max(east - lon, lon - west);
  const down = 2 * Math.max(north - lat, lat - south);
  return Math.max(
    across / Math.max(80, width - ROOM.across),
    down / Math.max(80, height - ROOM.down),
  );
}

/**
 * What the map starts with and what "full extent" comes back to: the extent of the system configuration; without one
 * the middle and level of the specification, or as much farther as it takes to see the whole country.
 */
export function wholeView(view: View, size: readonly number[], extent: Extent): Look {
  if (extent !== null) return aim(view, [...extent], [...size]);
  const fitting = view.getZoomForResolution(resolutionFor(size)) ?? START.zoom;
  return { center: [...START.centre], zoom: Math.min(START.zoom, fitting) };
}

type WholeViewInput = {
  view: View;
  map: MapStage['map'] | null;
  extent: Extent;
  enabled: boolean;
};

/** Begins with the whole view where nothing else is asked for, also when its extent becomes known later. */
export function useWholeStart({ view, map, extent, enabled }: WholeViewInput): void {
  const begun = useRef<Look | null>(null);
  useEffect(() => {
    if (map === null || !enabled) return;
    const start = wholeView(view, map.getSize() ?? [], extent);
    const before = begun.current;
    // Somebody has moved it since.
    if (before !== null && !stands(view, before)) return;
    view.setCenter(start.center);
    view.setZoom(start.zoom);
    begun.current = {
      center: view.getCenter() ?? start.center,
      zoom: view.getZoom() ?? start.zoom,
    };
  }, [view, map, extent, enabled]);
}

const stands = (view: View, { center, zoom }: Look) =>
  Math.abs((view.getZoom() ?? 0) - zoom) < 1e-6 &&
  center.every((value, axis) => Math.abs(value - (view.getCenter()?.[axis] ?? 0)) < 1e-6);
