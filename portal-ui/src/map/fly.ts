import { isEmpty } from 'ol/extent';
import type View from 'ol/View';
import { readGeometry } from './features';

/** How long centring and zooming take. */
const CENTRE_MS = 2000;
const ZOOM_MS = 1000;

/** After this time a detail map takes this many levels back, to show where in the country it is. */
const STEP_BACK_MS = 3000;
const STEP_BACK_LEVELS = 2;

/** Room around what is flown to, in pixels: tools stand above and at the right. */
const PADDING = { top: 56, right: 64, bottom: 40, left: 40 };

/** Never nearer than this, however small the footprint. */
const NEAREST = 12;

export const isCalm = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;

/** Where the map stands, and how near. */
export type Look = { center: number[]; zoom: number };

/** Where an extent is in the middle, and how near it may be looked at within `size`. */
export function aim(view: View, extent: number[], size: number[]): Look {
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  const [width = 0, height = 0] = size;
  const room = [
    Math.max(80, width - PADDING.left - PADDING.right),
    Math.max(80, height - PADDING.top - PADDING.bottom),
  ];
  const resolution = view.getResolutionForExtent(extent, room);
  const zoom = Math.min(NEAREST, view.getZoomForResolution(resolution) ?? NEAREST);
  const perPixel = view.getResolutionForZoom(zoom);
  const dx = ((PADDING.right - PADDING.left) / 2) * perPixel;
  const dy = ((PADDING.top - PADDING.bottom) / 2) * perPixel;
  return { center: [(west + east) / 2 + dx, (south + north) / 2 + dy], zoom };
}

/** Takes the map there: the centre in two seconds, the level in one. */
export function flyToLook(view: View, { center, zoom }: Look): void {
  view.cancelAnimations();
  view.animate({ center, duration: isCalm() ? 0 : CENTRE_MS });
  view.animate({ zoom, duration: isCalm() ? 0 : ZOOM_MS });
}

/** Brings an extent into view. */
export function flyToExtent(view: View, extent: number[], size: number[]): void {
  flyToLook(view, aim(view, extent, size));
}

/** Brings a WKT into view; one that cannot be read leaves the map where it is. */
export function flyToWkt(view: View, wkt: string, size: number[]): boolean {
  const extent = readGeometry(wkt)?.getExtent();
  if (extent === undefined || isEmpty(extent)) return false;
  flyToExtent(view, extent, size);
  return true;
}

/** Stands at a WKT at once, as the map of a page that is about one thing. */
export function standAtWkt(view: View, wkt: string, size: number[]): boolean {
  const extent = readGeometry(wkt)?.getExtent();
  if (extent === undefined || isEmpty(extent)) return false;
  const { center, zoom } = aim(view, extent, size);
  view.setCenter(center);
  view.setZoom(zoom);
  return true;
}

/** Takes a detail map back after a while; the answer calls it off. */
export function stepBackLater(view: View): () => void {
  const timer = setTimeout(() => {
    const zoom = (view.getZoom() ?? NEAREST) - STEP_BACK_LEVELS;
    view.animate({ zoom, duration: isCalm() ? 0 : ZOOM_MS });
  }, STEP_BACK_MS);
  return () => clearTimeout(timer);
}
