import type { Packed } from '../map/many/packed';
import { paint, slabResolution } from '../map/many/paint';
import type { Ground } from '../map/nameStyles';
import { lineColours } from '../map/nameStyles';
import { BASEMAP } from '../map/packagedLayers';
import { packagedShapes, type ShapePath } from './geoJsonPaths';
import { type Bounds, type Draw, TILE_PX } from './providers';

/** Tiles that only stand in for finer ones draw no wider lines than this, in degrees for a pixel of the style. */
const WIDEST = 0.05;

const file = (name: string) => `${BASEMAP}/${name}.json`;

const touches = ([w, s, e, n]: ShapePath['box'], [west, south, east, north]: Bounds) =>
  w <= east && e >= west && s <= north && n >= south;

/** Sets the context to degrees and says how many of them a pixel is. */
function toDegrees(context: CanvasRenderingContext2D, [west, , east, north]: Bounds): number {
  const perPixel = (east - west) / TILE_PX;
  const scale = 1 / perPixel;
  context.setTransform(scale, 0, 0, scale, -west * scale, north * scale);
  return perPixel;
}

/** Sea, land, China, coast: the plain base map. */
export const drawLand: Draw = async (context, bounds) => {
  const [land, provinces, coast] = await Promise.all(
    ['land', 'provinces', 'coast'].map((name) => packagedShapes(file(name))),
  );
  context.fillStyle = '#a9c9d9';
  context.fillRect(0, 0, TILE_PX, TILE_PX);
  const perPixel = toDegrees(context, bounds);
  const seen = (shapes: ShapePath[] = []) => shapes.filter(({ box }) => touches(box, bounds));
  context.fillStyle = '#ebe8dd';
  for (const { path } of seen(land)) context.fill(path);
  context.fillStyle = '#f8f5ea';
  for (const { path } of seen(provinces)) context.fill(path);
  context.strokeStyle = '#8fb3c4';
  context.lineWidth = 0.7 * perPixel;
  for (const { path } of seen(coast)) context.stroke(path);
};

/** Borders of countries and provinces. */
export const drawLines =
  (ground: Ground): Draw =>
  async (context, bounds) => {
    const lines = await packagedShapes(file('lines'));
    const perPixel = toDegrees(context, bounds);
    const { country, china, province } = lineColours(ground);
    for (const { path, kind, box } of lines) {
      if (!touches(box, bounds)) continue;
      const own = kind === 'china' || kind === 'dash';
      context.strokeStyle = own ? china : kind === 'prov' ? province : country;
      context.lineWidth = (own ? 1.3 : 0.7) * Math.min(perPixel, WIDEST);
      context.stroke(path);
    }
  };

/** Very many footprints as the flat map draws them, all tiles of one level in one way. */
export function drawMany(packed: Packed): Draw {
  const slab = slabResolution(packed);
  const size = { width: TILE_PX, height: TILE_PX, ratio: 1 };
  return (context, [west, , east, north]) => {
    const resolution = (east - west) / TILE_PX;
    paint(context, packed, { west, north, resolution, ...size }, resolution > slab);
  };
}
