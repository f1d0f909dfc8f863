import type { Geometry } from 'ol/geom';
import MultiPolygon from 'ol/geom/MultiPolygon';

const WORLD = 360;

const widthOf = (geometry: Geometry): number => {
  const [west = 0, , east = 0] = geometry.getExtent();
  return east - west;
};

/**
 * An area that is cut at longitude 180 in one piece: its western parts counted on beyond 180, where that makes it
 * narrower. Else its middle would lie on the other side of the Earth, and the map would show the whole of it.
 */
export function joined<G extends Geometry>(geometry: G): G | MultiPolygon {
  if (!(geometry instanceof MultiPolygon) || widthOf(geometry) <= WORLD / 2) return geometry;
  const parts = geometry.getPolygons();
  for (const part of parts) {
    const [west = 0, , east = 0] = part.getExtent();
    if (west + east < 0) part.translate(WORLD, 0);
  }
  const whole = new MultiPolygon(parts);
  return widthOf(whole) < widthOf(geometry) ? whole : geometry;
}

/** The longitude from -180 to 180 of a place on a map that goes on beyond. */
export const onEarth = (lon: number): number => lon - WORLD * Math.round(lon / WORLD);

/** The same place on the map itself and on the maps beside it. */
export function everywhere([lon = 0, lat = 0]: readonly number[]): [number, number][] {
  const near = onEarth(lon);
  return [near, near + WORLD, near - WORLD].map((one) => [one, lat]);
}
