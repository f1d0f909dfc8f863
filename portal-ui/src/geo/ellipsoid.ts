import type { Polygon, Position } from './wkt';

/** WGS 84. */
const SEMI_MAJOR = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const SEMI_MINOR = SEMI_MAJOR * (1 - FLATTENING);
const RAD = Math.PI / 180;

const E2 = FLATTENING * (2 - FLATTENING);
const E = Math.sqrt(E2);

/** Gauss-Legendre nodes on -1..1 and their weights. */
const NODES: readonly (readonly [at: number, weight: number])[] = [
  [0, 0.5688888888888889],
  [0.5384693101056831, 0.47862867049936647],
  [-0.5384693101056831, 0.47862867049936647],
  [0.906179845938664, 0.23692688505618908],
  [-0.906179845938664, 0.23692688505618908],
];

/** Square metres between the equator and a latitude (radians), for each radian of longitude. */
function zone(latitude: number): number {
  const sin = Math.sin(latitude);
  return (SEMI_MINOR ** 2 / 2) * (sin / (1 - E2 * sin * sin) + Math.atanh(E * sin) / E);
}

/** No longer than this in degrees is integrated at once; the error is then far below a square metre. */
const STEP = 10;

function underEdge([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const span = Math.max(Math.abs(lon2 - lon1), Math.abs(lat2 - lat1));
  const pieces = Math.max(1, Math.ceil(span / STEP));
  let sum = 0;
  for (let piece = 0; piece < pieces; piece += 1) {
    for (const [at, weight] of NODES) {
      const part = (piece + (at + 1) / 2) / pieces;
      sum += weight * zone((lat1 + part * (lat2 - lat1)) * RAD);
    }
  }
  return (sum * (lon2 - lon1) * RAD) / (2 * pieces);
}

/** Square metres of a closed ring on the ellipsoid; its edges are straight in longitude and latitude. */
export function mapArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [from, to] = [ring[at], ring[at + 1]];
    if (from && to) sum += underEdge(from, to);
  }
  return Math.abs(sum);
}

/** Area in square kilometres on WGS 84, its edges straight as the map draws them. */
export function areaKm2(polygons: readonly Polygon[]): number {
  const squareMetres = polygons.reduce((sum, [outer = [], ...holes]) => {
    const cut = holes.reduce((all, hole) => all + mapArea(hole), 0);
    return sum + mapArea(outer) - cut;
  }, 0);
  return squareMetres / 1e6;
}
