import { FLATTENING, NODES, primeVertical, RAD, SEMI_MAJOR, SEMI_MINOR, zone } from './ellipsoid';
import type { Position } from './wkt';

/** A shortest way: its length, and the azimuth (radians, clockwise from north) at its beginning. */
type Way = { metres: number; azimuth: number };
type Arrival = { position: Position; azimuth: number };

const reduced = (lat: number) => Math.atan((1 - FLATTENING) * Math.tan(lat * RAD));

/** Series of Vincenty (1975) for a geodesic whose squared cosine of the azimuth at the equator is `cos2`. */
function series(cos2: number) {
  const u2 = (cos2 * (SEMI_MAJOR ** 2 - SEMI_MINOR ** 2)) / SEMI_MINOR ** 2;
  const a = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
  const b = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
  const c = (FLATTENING / 16) * cos2 * (4 + FLATTENING * (4 - 3 * cos2));
  const lag = (sin: number, cos: number, mid: number) => {
    const inner = cos * (2 * mid * mid - 1);
    const outer = (b / 6) * mid * (4 * sin * sin - 3) * (4 * mid * mid - 3);
    return b * sin * (mid + (b / 4) * (inner - outer));
  };
  return { a, c, lag };
}

/** Difference of longitudes on the sphere less that on the ellipsoid. */
function drift(c: number, sinAzimuth: number, sigma: number, mid: number): number {
  const [sin, cos] = [Math.sin(sigma), Math.cos(sigma)];
  const inner = mid + c * cos * (2 * mid * mid - 1);
  return (1 - c) * FLATTENING * sinAzimuth * (sigma + c * sin * inner);
}

/** Vincenty's inverse; null where it does not settle, which is near the opposite side of the globe. */
function vincenty(from: Position, to: Position): Way | null {
  const [u1, u2] = [reduced(from[1]), reduced(to[1])];
  const [s1, c1, s2, c2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  const turns = (to[0] - from[0]) * RAD;
  const along = turns - 2 * Math.PI * Math.round(turns / (2 * Math.PI));
  let lambda = along;
  for (let round = 0; round < 200; round += 1) {
    const [sl, cl] = [Math.sin(lambda), Math.cos(lambda)];
    const east = c2 * sl;
    const north = c1 * s2 - s1 * c2 * cl;
    const sin = Math.hypot(east, north);
    if (sin === 0) return along === 0 ? { metres: 0, azimuth: 0 } : null;
    const cos = s1 * s2 + c1 * c2 * cl;
    const sigma = Math.atan2(sin, cos);
    const sinAzimuth = (c1 * c2 * sl) / sin;
    const cos2 = 1 - sinAzimuth ** 2;
    const mid = cos2 === 0 ? 0 : cos - (2 * s1 * s2) / cos2;
    const { a, c, lag } = series(cos2);
    const next = along + drift(c, sinAzimuth, sigma, mid);
    if (Math.abs(next) > Math.PI) return null;
    if (Math.abs(next - lambda) < 1e-13) {
      const metres = SEMI_MINOR * a * (sigma - lag(sin, cos, mid));
      return { metres, azimuth: Math.atan2(east, north) };
    }
    lambda = next;
  }
  return null;
}

/** Where a geodesic gets to; the longitude counts on from the beginning's. */
export function direct(from: Position, azimuth: number, metres: number): Arrival {
  const [sa, ca] = [Math.sin(azimuth), Math.cos(azimuth)];
  const u1 = reduced(from[1]);
  const [s1, c1] = [Math.sin(u1), Math.cos(u1)];
  const sigma1 = Math.atan2(s1, c1 * ca);
  const sinAzimuth = c1 * sa;
  const { a, c, lag } = series(1 - sinAzimuth ** 2);
  const plain = metres / (SEMI_MINOR * a);
  let sigma = plain;
  for (let round = 0; round < 50; round += 1) {
    const next = plain + lag(Math.sin(sigma), Math.cos(sigma), Math.cos(2 * sigma1 + sigma));
    const settled = Math.abs(next - sigma) < 1e-14;
    sigma = next;
    if (settled) break;
  }
  const [sin, cos] = [Math.sin(sigma), Math.cos(sigma)];
  const flat = s1 * sin - c1 * cos * ca;
  const lat = Math.atan2(s1 * cos + c1 * sin * ca, (1 - FLATTENING) * Math.hypot(sinAzimuth, flat));
  const lambda = Math.atan2(sin * sa, c1 * cos - s1 * sin * ca);
  const lon = lambda - drift(c, sinAzimuth, sigma, Math.cos(2 * sigma1 + sigma));
  return {
    position: [from[0] + lon / RAD, lat / RAD],
    azimuth: Math.atan2(sinAzimuth, -flat),
  };
}

/** A quarter of the way around: from there on, every place on the far side is found by Vincenty's inverse. */
const QUARTER = 10_000_000;

/** The shortest of the ways that begin in all directions; for places nearly opposite each other. */
function shoot(from: Position, to: Position): Way {
  const past = (azimuth: number) => {
    const rest = vincenty(direct(from, azimuth, QUARTER).position, to);
    return rest === null ? Number.POSITIVE_INFINITY : QUARTER + rest.metres;
  };
  const step = Math.PI / 90;
  let best = 0;
  for (let at = 1; at < 180; at += 1) if (past(at * step) < past(best * step)) best = at;
  let [low, high] = [(best - 1) * step, (best + 1) * step];
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let round = 0; round < 60; round += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (past(left) < past(right)) high = right;
    else low = left;
  }
  const azimuth = (low + high) / 2;
  return { metres: past(azimuth), azimuth };
}

/** The shortest way between two places on WGS 84. */
export function inverse(from: Position, to: Position): Way {
  return vincenty(from, to) ?? shoot(from, to);
}

/** Metres along a line whose edges are geodesics. */
export function lineLength(line: readonly Position[]): number {
  let metres = 0;
  for (let at = 0; at + 1 < line.length; at += 1) {
    const [from, to] = [line[at], line[at + 1]];
    if (from && to) metres += inverse(from, to).metres;
  }
  return metres;
}

/** No longer a piece is integrated, or drawn straight, at once. */
const PIECE = 200_000;

/** Square metres between a geodesic and the equator. */
function underGeodesic(from: Position, to: Position): number {
  const { metres, azimuth } = inverse(from, to);
  const pieces = Math.max(1, Math.ceil(metres / PIECE));
  let sum = 0;
  for (let piece = 0; piece < pieces; piece += 1) {
    for (const [at, weight] of NODES) {
      const way = ((piece + (at + 1) / 2) / pieces) * metres;
      const there = direct(from, azimuth, way);
      const lat = there.position[1] * RAD;
      const turning = Math.sin(there.azimuth) / (primeVertical(lat) * Math.cos(lat));
      sum += weight * zone(lat) * turning;
    }
  }
  return (sum * metres) / (2 * pieces);
}

/** Square metres of a closed ring on WGS 84 whose edges are geodesics; it may not hold a pole. */
export function geodesicArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [from, to] = [ring[at], ring[at + 1]];
    if (from && to) sum += underGeodesic(from, to);
  }
  return Math.abs(sum);
}

/** The line with places put in so that it follows its geodesics where a map draws edges straight. */
export function densified(line: readonly Position[]): Position[] {
  const first = line[0];
  if (first === undefined) return [];
  const dense: Position[] = [first];
  for (let at = 0; at + 1 < line.length; at += 1) {
    const [from, to] = [line[at], line[at + 1]];
    if (!from || !to) continue;
    const { metres, azimuth } = inverse(from, to);
    const pieces = Math.ceil(metres / PIECE);
    // The short way over the map's edge would be drawn through all of it.
    const across = Math.abs(to[0] - from[0]) > 180;
    for (let piece = 1; piece < pieces && !across; piece += 1) {
      dense.push(direct(from, azimuth, (metres * piece) / pieces).position);
    }
    dense.push(to);
  }
  return dense;
}
