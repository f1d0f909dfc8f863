export type Position = readonly [lon: number, lat: number];
export type Ring = Position[];
/** Outer ring first, then holes. */
export type Polygon = Ring[];
/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number];

/** A place as WKT can say it; several of one kind count as one. */
export type Shape =
  | { kind: 'points'; points: Position[] }
  | { kind: 'lines'; lines: Position[][] }
  | { kind: 'polygons'; polygons: Polygon[] };

/** Four decimals, without idle zeros. */
const coordinate = (value: number) => String(Math.round(value * 10_000) / 10_000);

const position = ([lon, lat]: Position) => `${coordinate(lon)} ${coordinate(lat)}`;
const path = (points: readonly Position[]) => `(${points.map(position).join(',')})`;

function one(kind: string, bodies: string[]): string {
  return bodies.length === 1 ? `${kind}${bodies[0]}` : `MULTI${kind}(${bodies.join(',')})`;
}

/** WKT with four decimals. */
export function formatWkt(polygons: readonly Polygon[]): string {
  return one(
    'POLYGON',
    polygons.map((polygon) => `(${polygon.map(path).join(',')})`),
  );
}

/** WKT with four decimals. */
export function formatShape(shape: Shape): string {
  if (shape.kind === 'polygons') return formatWkt(shape.polygons);
  if (shape.kind === 'lines') return one('LINESTRING', shape.lines.map(path));
  return one(
    'POINT',
    shape.points.map((point) => `(${position(point)})`),
  );
}

export function boxRing([west, south, east, north]: Box): Ring {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

export const boxWkt = (box: Box): string => formatWkt([[boxRing(box)]]);

/** All positions of a shape, in order. */
export function positions(shape: Shape): Position[] {
  if (shape.kind === 'points') return shape.points;
  return shape.kind === 'lines' ? shape.lines.flat() : shape.polygons.flat(2);
}

export function boundsOf(points: readonly Position[]): Box | null {
  if (points.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of points) {
    west = Math.min(west, lon);
    south = Math.min(south, lat);
    east = Math.max(east, lon);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}

export function bounds(polygons: readonly Polygon[]): Box | null {
  return boundsOf(polygons.flat(2));
}
