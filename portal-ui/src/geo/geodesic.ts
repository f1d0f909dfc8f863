import { Geodesic } from 'geographiclib-geodesic';
import type { Position } from './wkt';

/** Geodesics on WGS 84, as Karney (2013), "Algorithms for geodesics", has them; exact to nanometres, near antipodes too. */
const WGS84 = Geodesic.WGS84;
/** A place's latitude and longitude, which counts on from the beginning's over the date line. */
const UNROLLED = Geodesic.STANDARD | Geodesic.LONG_UNROLL;

const between = ([lon1, lat1]: Position, [lon2, lat2]: Position) =>
  WGS84.InverseLine(lat1, lon1, lat2, lon2);

/** Metres along a line whose edges are geodesics. */
export function lineLength(line: readonly Position[]): number {
  let metres = 0;
  for (let at = 0; at + 1 < line.length; at += 1) {
    const [from, to] = [line[at], line[at + 1]];
    if (from && to) metres += between(from, to).s13;
  }
  return metres;
}

/** Square metres of a closed ring on WGS 84 whose edges are geodesics. */
export function geodesicArea(ring: readonly Position[]): number {
  const polygon = WGS84.Polygon(false);
  for (const [lon, lat] of ring.slice(0, -1)) polygon.AddPoint(lat, lon);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** No longer a piece of a geodesic is drawn straight, in metres. */
const PIECE = 200_000;

/** The line with places put in so that it follows its geodesics where a map draws edges straight. */
export function densified(line: readonly Position[]): Position[] {
  const first = line[0];
  if (first === undefined) return [];
  const dense: Position[] = [first];
  for (let at = 0; at + 1 < line.length; at += 1) {
    const [from, to] = [line[at], line[at + 1]];
    if (!from || !to) continue;
    const geodesic = between(from, to);
    const metres = geodesic.s13;
    const pieces = Math.ceil(metres / PIECE);
    // The short way over the map's edge would be drawn through all of it.
    const across = Math.abs(to[0] - from[0]) > 180;
    for (let piece = 1; piece < pieces && !across; piece += 1) {
      const { lon2, lat2 } = geodesic.Position((metres * piece) / pieces, UNROLLED);
      if (lon2 !== undefined && lat2 !== undefined) dense.push([lon2, lat2]);
    }
    dense.push(to);
  }
  return dense;
}
