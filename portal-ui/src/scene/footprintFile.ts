import type { SceneDetail } from '@scenedock/ui-kit';
import { shapeOf } from '../geo/readWkt';
import type { Shape } from '../geo/wkt';

type Placed = Pick<SceneDetail, 'dataid' | 'dataname' | 'wktresponse'>;

/** A file that the browser makes itself. */
export type OwnFile = { name: string; type: string; text: string };

function geometry(shape: Shape): { type: string; coordinates: unknown } {
  const { kind } = shape;
  const parts =
    kind === 'polygons' ? shape.polygons : kind === 'lines' ? shape.lines : shape.points;
  const type = { polygons: 'Polygon', lines: 'LineString', points: 'Point' }[kind];
  return parts.length === 1
    ? { type, coordinates: parts[0] }
    : { type: `Multi${type}`, coordinates: parts };
}

/** The footprint as it stands in the catalogue. */
export function wktFile({ dataid, wktresponse }: Placed): OwnFile | null {
  if (wktresponse === null) return null;
  return { name: `${dataid}.wkt`, type: 'text/plain', text: `${wktresponse}\n` };
}

/** The footprint as a GeoJSON feature. */
export function geojsonFile({ dataid, dataname, wktresponse }: Placed): OwnFile | null {
  const shape = wktresponse === null ? null : shapeOf(wktresponse);
  if (shape === null) return null;
  const feature = {
    type: 'Feature',
    id: dataid,
    properties: { dataid, dataname },
    geometry: geometry(shape),
  };
  const text = `${JSON.stringify(feature, null, 2)}\n`;
  return { name: `${dataid}.geojson`, type: 'application/geo+json', text };
}
