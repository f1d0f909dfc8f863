import { unrolled } from './antimeridian';
import { crossing } from './crossing';
import {
  type Box,
  bounds,
  boundsOf,
  formatShape,
  type Polygon,
  type Position,
  positions,
  type Ring,
  type Shape,
} from './wkt';

/** Most vertices of a searched area; the server refuses more. */
const MAX_VERTICES = 20_000;
/** A longer text holds more vertices than are allowed, or idle decimals; it is not even looked at. */
export const LONGEST_WKT = 1_000_000;

/** What is wrong with a typed area; `at` is the text or the place it is about. */
export type AreaFault =
  | 'empty'
  | 'long'
  | 'kind'
  | 'brackets'
  | 'number'
  | 'corners'
  | 'range'
  | 'vertices'
  | 'crossing';

class WktError extends Error {
  constructor(
    readonly fault: AreaFault,
    readonly at = '',
  ) {
    super(fault);
  }
}

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`;
const PAIR = new RegExp(String.raw`^\s*\(?\s*(${NUMBER})\s+(${NUMBER})(?:\s+${NUMBER})*\s*\)?\s*$`);
const KINDS = /^(MULTI)?(POINT|LINESTRING|POLYGON)\s*(?:ZM|Z|M)?\s*(\(.*\))$/is;

/** As much of a wrong text as a message can hold. */
const excerpt = (text: string) => (text.length > 24 ? `${text.slice(0, 24)}…` : text);

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

function readList<T>(text: string, read: (part: string) => T): T[] {
  const body = text.trim();
  if (!body.startsWith('(') || !body.endsWith(')')) throw new WktError('brackets', excerpt(body));
  return splitOuter(body.slice(1, -1)).map(read);
}

function readPosition(text: string): Position {
  const match = PAIR.exec(text);
  if (match === null) throw new WktError('number', excerpt(text.trim()));
  return [Number(match[1]), Number(match[2])];
}

function readLine(text: string): Position[] {
  const line = readList(text, readPosition);
  if (line.length < 2) throw new WktError('corners');
  return line;
}

/** A ring that was left open is closed, as the server does it. */
function readRing(text: string): Ring {
  const ring = readList(text, readPosition);
  const [first, last] = [ring[0], ring.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first);
  if (ring.length < 4) throw new WktError('corners');
  return ring;
}

const readPolygon = (text: string) => readList(text, readRing);

/** Full-width brackets, commas and spaces are taken for normal ones; the name of the system is dropped. */
function plain(text: string): string {
  return text
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .replaceAll('，', ',')
    .replace(/[\u3000\u00a0]/g, ' ')
    .trim()
    .replace(/^SRID=\d+;\s*/i, '');
}

function checkBrackets(text: string): void {
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth < 0) break;
  }
  if (depth !== 0) throw new WktError('brackets');
}

/** The shape of a WKT text; throws a {@link WktError} that says what is wrong with it. */
export function readShape(text: string): Shape {
  if (text.length > LONGEST_WKT) throw new WktError('long');
  const wkt = plain(text);
  if (wkt === '') throw new WktError('empty');
  const kind = /^[a-z]+/i.exec(wkt)?.[0].toUpperCase() ?? '';
  if (!/^(MULTI)?(POINT|LINESTRING|POLYGON)Z?M?$/.test(kind)) {
    throw new WktError('kind', excerpt(kind === '' ? wkt : kind));
  }
  checkBrackets(wkt);
  const match = KINDS.exec(wkt);
  if (match === null) throw new WktError(/EMPTY$/i.test(wkt) ? 'empty' : 'brackets');
  const [, several, base, body = ''] = match;
  const each = <T>(read: (part: string) => T) => (several ? readList(body, read) : [read(body)]);
  if (base?.toUpperCase() === 'POLYGON') return { kind: 'polygons', polygons: each(readPolygon) };
  if (base?.toUpperCase() === 'POINT') return { kind: 'points', points: each(readPosition) };
  return { kind: 'lines', lines: each(readLine) };
}

/** The shape of a WKT text, or null. */
export function shapeOf(text: string): Shape | null {
  try {
    return readShape(text);
  } catch {
    return null;
  }
}

/** The polygons of a POLYGON or MULTIPOLYGON. */
export function parseWkt(text: string): Polygon[] | null {
  const shape = shapeOf(text);
  return shape?.kind === 'polygons' ? shape.polygons : null;
}

function checkPlaces(shape: Shape, mostEast: number): void {
  const all = positions(shape);
  if (all.length > MAX_VERTICES) throw new WktError('vertices', String(all.length));
  const [west, south, east, north] = boundsOf(all) ?? [0, 0, 0, 0];
  if (west < -mostEast || east > mostEast || south < -90 || north > 90) {
    throw new WktError('range');
  }
}

function checkCrossing(shape: Shape): void {
  if (shape.kind !== 'polygons') return;
  for (const ring of shape.polygons.flat()) {
    const point = crossing(ring);
    if (point !== null) throw new WktError('crossing', point.map((n) => n.toFixed(4)).join(', '));
  }
}

/** An area across 180 degrees counts on beyond it, as the server takes it; a map dragged around the globe does, too. */
const MAX_LONGITUDE = 540;

/** Counted on beyond 180 degrees where it crosses them. */
function readPlace(text: string): Shape {
  const shape = readShape(text);
  const continuous: Shape =
    shape.kind === 'polygons' ? { ...shape, polygons: shape.polygons.map(unrolled) } : shape;
  checkPlaces(continuous, MAX_LONGITUDE);
  return continuous;
}

/** A typed or pasted area, normalised, or what is wrong with it. */
export function readArea(text: string): { wkt: string } | { fault: AreaFault; at: string } {
  try {
    const shape = readPlace(text);
    checkCrossing(shape);
    return { wkt: formatShape(shape) };
  } catch (error) {
    if (error instanceof WktError) return { fault: error.fault, at: error.at };
    throw error;
  }
}

/** An area out of an address, normalised. */
export function readAddressArea(text: string): string | null {
  try {
    return formatShape(readPlace(text));
  } catch {
    return null;
  }
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
