export type Position = readonly [lon: number, lat: number];
export type Ring = Position[];
/** Outer ring first, then holes. */
export type Polygon = Ring[];
/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number];

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`;
const PAIR = new RegExp(String.raw`^\s*(${NUMBER})\s+(${NUMBER})(?:\s+${NUMBER})*\s*$`);
const MEAN_EARTH_RADIUS_KM = 6371.0088;

/** Splits at the commas that stand outside brackets. */
function splitOuter(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function inside(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.startsWith('(') && trimmed.endsWith(')') ? trimmed.slice(1, -1) : null;
}

/** Reads a bracketed, comma-separated list; null when it, or one of its members, is malformed. */
function readList<T>(text: string, read: (part: string) => T | null): T[] | null {
  const body = inside(text);
  if (body === null) return null;
  const items: T[] = [];
  for (const part of splitOuter(body)) {
    const item = read(part);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function readPosition(text: string): Position | null {
  const match = PAIR.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2])];
}

function readRing(text: string): Ring | null {
  const ring = readList(text, readPosition);
  const first = ring?.[0];
  const last = ring?.at(-1);
  if (!ring || !first || !last || ring.length < 4) return null;
  return first[0] === last[0] && first[1] === last[1] ? ring : null;
}

const readPolygon = (text: string) => readList(text, readRing);

/** The polygons of a POLYGON or MULTIPOLYGON; full-width brackets and commas are taken for normal ones. */
export function parseWkt(text: string): Polygon[] | null {
  const plain = text.replaceAll('（', '(').replaceAll('）', ')').replaceAll('，', ',').trim();
  const match = /^(MULTIPOLYGON|POLYGON)\s*Z?\s*(\(.*\))$/is.exec(plain);
  if (match === null) return null;
  const body = match[2] ?? '';
  if (match[1]?.toUpperCase() === 'MULTIPOLYGON') return readList(body, readPolygon);
  const polygon = readPolygon(body);
  return polygon === null ? null : [polygon];
}

/** Four decimals, without idle zeros. */
const coordinate = (value: number) => String(Math.round(value * 10_000) / 10_000);

/** WKT with four decimals. */
export function formatWkt(polygons: readonly Polygon[]): string {
  const ring = (points: Ring) =>
    `(${points.map(([lon, lat]) => `${coordinate(lon)} ${coordinate(lat)}`).join(',')})`;
  const bodies = polygons.map((polygon) => `(${polygon.map(ring).join(',')})`);
  return bodies.length === 1 ? `POLYGON${bodies[0]}` : `MULTIPOLYGON(${bodies.join(',')})`;
}

export function boxWkt([west, south, east, north]: Box): string {
  const ring: Ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return formatWkt([[ring]]);
}

export function bounds(polygons: readonly Polygon[]): Box | null {
  const points = polygons.flat(2);
  if (points.length === 0) return null;
  const lons = points.map(([lon]) => lon);
  const lats = points.map(([, lat]) => lat);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** The box when the polygons are nothing but an upright rectangle, whichever corner it begins with. */
export function asBox(wkt: string): Box | null {
  const polygons = parseWkt(wkt);
  const ring = polygons?.length === 1 && polygons[0]?.length === 1 ? polygons[0][0] : undefined;
  const box = polygons === null ? null : bounds(polygons);
  if (ring?.length !== 5 || box === null) return null;
  const [west, south, east, north] = box;
  const corner = ([lon, lat]: Position) =>
    (lon === west || lon === east) && (lat === south || lat === north);
  const along = (a: Position, b: Position | undefined) => b && (a[0] === b[0]) !== (a[1] === b[1]);
  return ring.every(corner) && ring.slice(0, 4).every((point, at) => along(point, ring[at + 1]))
    ? box
    : null;
}

export type AreaFault = 'invalid' | 'range';

/** A typed or pasted area, normalised, or what is wrong with it. */
export function readArea(text: string): { wkt: string } | { fault: AreaFault } {
  const polygons = parseWkt(text);
  const box = polygons === null ? null : bounds(polygons);
  if (polygons === null || box === null) return { fault: 'invalid' };
  const [west, south, east, north] = box;
  if (west < -180 || east > 180 || south < -90 || north > 90) return { fault: 'range' };
  return { wkt: formatWkt(polygons) };
}

/** Twice the signed area of a ring on the unit sphere (Chamberlain and Duquette 2007). */
function ringExcess(ring: Ring): number {
  const rad = Math.PI / 180;
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [lon1, lat1] = ring[at] ?? [0, 0];
    const [lon2, lat2] = ring[at + 1] ?? [0, 0];
    sum += (lon2 - lon1) * rad * (2 + Math.sin(lat1 * rad) + Math.sin(lat2 * rad));
  }
  return Math.abs(sum);
}

/** Area on the sphere in square kilometres. */
export function areaKm2(polygons: readonly Polygon[]): number {
  const polygonExcess = ([outer = [], ...holes]: Polygon) =>
    ringExcess(outer) - holes.reduce((sum, hole) => sum + ringExcess(hole), 0);
  const excess = polygons.reduce((sum, polygon) => sum + polygonExcess(polygon), 0);
  return (excess * MEAN_EARTH_RADIUS_KM ** 2) / 2;
}
