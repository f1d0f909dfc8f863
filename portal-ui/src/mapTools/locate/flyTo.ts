import type OlMap from 'ol/Map';
import type { Box, Position } from '../../geo/wkt';
import { readGeometry } from '../../map/features';
import { flyToExtent, isCalm } from '../../map/fly';

/** Times of the specification for centring and zooming, in milliseconds. */
const [CENTRE_MS, ZOOM_MS] = [2000, 1000];

/** How near a place is brought, unless the map is nearer already. */
const NEAR = 10;

export function flyToView(map: OlMap, [lon, lat]: Position, zoom: number): void {
  const view = map.getView();
  view.cancelAnimations();
  view.animate({ center: [lon, lat], duration: isCalm() ? 0 : CENTRE_MS });
  view.animate({ zoom, duration: isCalm() ? 0 : ZOOM_MS });
}

export function flyToPlace(map: OlMap, position: Position): void {
  flyToView(map, position, Math.max(map.getView().getZoom() ?? NEAR, NEAR));
}

export function flyToBox(map: OlMap, [west, south, east, north]: Box): void {
  if (west === east && south === north) flyToPlace(map, [west, south]);
  else flyToExtent(map.getView(), [west, south, east, north], map.getSize() ?? []);
}

export function flyToArea(map: OlMap, wkt: string): void {
  const [west, south, east, north] = readGeometry(wkt)?.getExtent() ?? [];
  const whole = [west, south, east, north].every((side) => side !== undefined);
  if (whole) flyToBox(map, [west ?? 0, south ?? 0, east ?? 0, north ?? 0]);
}
