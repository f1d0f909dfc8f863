import type BaseLayer from 'ol/layer/Base';
import ImageLayer from 'ol/layer/Image';
import TileLayer from 'ol/layer/Tile';
import VectorTileLayer from 'ol/layer/VectorTile';
import ImageStatic from 'ol/source/ImageStatic';
import { BASEMAP } from './folder';
import { groundStyle } from './ground';
import type { Ground } from './nameStyles';
import { borderStyle, nameStyle } from './names';
import { FIRST, type PackagedPicture, RELIEF, SHADES, SHADES_LAND } from './relief';
import { rasterTiles, vectorTiles } from './source';

/** What ships with the portal. `land` and `names` are drawn from shapes, the others are pictures. */
export type PackagedLayer = 'land' | 'names' | 'relief' | 'marble';

/** The packaged map: where its tiles are, whether they are pictures, and the language of its names. */
export type Drawing = { url: string; raster: boolean; english: boolean };

export const MARBLE: PackagedPicture = { name: 'blue-marble', extent: [-180, -90, 180, 90] };

type LayerVisibility = { minResolution?: number; maxResolution?: number; opacity?: number };

const pictures = new Map<string, ImageStatic>();

/** A picture is fetched and decoded once for all layers of all maps. */
function pictureSource({ name, extent }: PackagedPicture): ImageStatic {
  const key = `${name} ${extent}`;
  const known = pictures.get(key);
  if (known !== undefined) return known;
  const url = `${BASEMAP}/${name}.jpg`;
  const source = new ImageStatic({ url, imageExtent: extent, projection: 'EPSG:4326' });
  pictures.set(key, source);
  return source;
}

function picture(
  { name, extent }: PackagedPicture,
  visibility: LayerVisibility = {},
): ImageLayer<ImageStatic> {
  return new ImageLayer({ ...visibility, source: pictureSource({ name, extent }) });
}

/** A picture, and where it is of the whole world the same beside it: the map goes on beyond longitude 180. */
function pictureAround(one: PackagedPicture, visibility: LayerVisibility = {}) {
  const [west, south, east, north] = one.extent;
  const world = east - west;
  const turns = world < 360 ? [0] : [-world, 0, world];
  return turns.map((turn) =>
    picture({ ...one, extent: [west + turn, south, east + turn, north] }, visibility),
  );
}

/** Under everything. */
const FIRST_Z = -1;

/** What is seen until a map has been drawn: land and sea, roughly. */
export const firstPicture = (): BaseLayer => {
  const layer = picture(FIRST);
  layer.setZIndex(FIRST_Z);
  return layer;
};

/** Draws a layer only where something below it has been drawn: the sea is what nothing is drawn on. */
function onLandAlone(layer: ImageLayer<ImageStatic>): BaseLayer {
  layer.on('prerender', ({ context }) => {
    if (!(context instanceof CanvasRenderingContext2D)) return;
    context.save();
    context.globalCompositeOperation = 'source-atop';
  });
  layer.on('postrender', ({ context }) => {
    if (context instanceof CanvasRenderingContext2D) context.restore();
  });
  return layer;
}

function ground({ url, raster }: Drawing): BaseLayer[] {
  if (url === '') return [];
  if (raster) return [new TileLayer({ source: rasterTiles(url) })];
  return [new VectorTileLayer({ source: vectorTiles(url), style: groundStyle() })];
}

function shades(): BaseLayer[] {
  return SHADES.flatMap(({ below, above, opacity }) =>
    // The picture of the world is too coarse to be looked at so near.
    RELIEF.slice(opacity === 1 ? 0 : 1).flatMap((one) =>
      pictureAround(one, { maxResolution: below, minResolution: above, opacity }).map(onLandAlone),
    ),
  );
}

function relief({ url, raster }: Drawing): BaseLayer[] {
  const far = RELIEF.flatMap((one) => pictureAround(one, { minResolution: SHADES_LAND }));
  if (raster || url === '') return far;
  const source = vectorTiles(url);
  const land = new VectorTileLayer({
    source,
    style: groundStyle('land'),
    maxResolution: SHADES_LAND,
  });
  const water = new VectorTileLayer({ source, style: groundStyle('water') });
  return [...far, land, ...shades(), water];
}

/** Pictures that an operator put in place of the map carry names and borders of their own. */
function names({ url, raster, english }: Drawing, under: Ground): BaseLayer[] {
  if (url === '' || raster) return [];
  const source = vectorTiles(url);
  const borders = new VectorTileLayer({ source, style: borderStyle(under) });
  const labels = new VectorTileLayer({
    source,
    style: nameStyle(under, english),
    declutter: true,
    // A name must be known before its place comes into view.
    renderBuffer: 160,
  });
  return [borders, labels];
}

/** The layers of what ships with the portal, bottom first. */
export function packagedLayers(name: PackagedLayer, drawing: Drawing, under: Ground): BaseLayer[] {
  if (name === 'relief') return relief(drawing);
  if (name === 'marble') return pictureAround(MARBLE);
  return name === 'land' ? ground(drawing) : names(drawing, under);
}
