/** Shapes of a GeoJSON file as paths in degrees, with north up being negative as on a canvas. */
export type ShapePath = {
  path: Path2D;
  /** Kind of line, as the file says. */
  kind: string;
  /** West, south, east, north. */
  box: [number, number, number, number];
};

type Ring = [number, number][];
type Geometry =
  | { type: 'LineString'; coordinates: Ring }
  | { type: 'MultiLineString'; coordinates: Ring[] }
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] };
export type ShapeFile = {
  features: { properties: { k?: string } | null; geometry: Geometry }[];
};

/** Polygons, and lines as polygons of one ring. */
function partsOf(geometry: Geometry): Ring[][] {
  if (geometry.type === 'LineString') return [[geometry.coordinates]];
  if (geometry.type === 'MultiLineString') return geometry.coordinates.map((line) => [line]);
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

function shapeOf(rings: Ring[], kind: string, closed: boolean): ShapePath {
  const path = new Path2D();
  const box: ShapePath['box'] = [180, 90, -180, -90];
  for (const ring of rings) {
    ring.forEach(([lon, lat], index) => {
      if (index === 0) path.moveTo(lon, -lat);
      else path.lineTo(lon, -lat);
      box[0] = Math.min(box[0], lon);
      box[1] = Math.min(box[1], lat);
      box[2] = Math.max(box[2], lon);
      box[3] = Math.max(box[3], lat);
    });
    if (closed) path.closePath();
  }
  return { path, kind, box };
}

/** Every polygon and every line of a file by itself, so that a tile draws only those that it shows. */
export function shapePaths({ features }: ShapeFile): ShapePath[] {
  return features.flatMap(({ properties, geometry }) => {
    const closed = geometry.type.endsWith('Polygon');
    return partsOf(geometry).map((rings) => shapeOf(rings, properties?.k ?? '', closed));
  });
}

const files = new Map<string, Promise<ShapePath[]>>();

/** The shapes of a packaged file, read once. */
export function packagedShapes(url: string): Promise<ShapePath[]> {
  const known = files.get(url);
  if (known !== undefined) return known;
  const reading = fetch(url)
    .then((answer) => answer.json() as Promise<ShapeFile>)
    .then(shapePaths);
  files.set(url, reading);
  return reading;
}
