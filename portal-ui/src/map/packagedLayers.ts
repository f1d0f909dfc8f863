import type BaseLayer from 'ol/layer/Base';
import ImageLayer from 'ol/layer/Image';
import TileLayer from 'ol/layer/Tile';
import VectorTileLayer from 'ol/layer/VectorTile';
import ImageStatic from 'ol/source/ImageStatic';
import { groundStyle, RELIEF_ENDS } from './basemap/ground';
import { borderStyle, nameStyle } from './basemap/names';
import { rasterTiles, vectorTiles } from './basemap/source';
import type { Drawing, PackagedLayer } from './layerCatalogue';
import type { Ground } from './nameStyles';

/** Served with the portal: no request leaves the site. */
export const BASEMAP = '/basemap';

const WORLD = [-180, -90, 180, 90];

/** What the fine relief picture shows. `EXTENT` in basemap/src/relief.rs says the same. */
const CHINA_RELIEF = [60, 0, 150, 60];

function picture(name: string, imageExtent: number[], minResolution = 0): BaseLayer {
  const url = `${BASEMAP}/${name}.jpg`;
  const source = new ImageStatic({ url, imageExtent, projection: 'EPSG:4326' });
  return new ImageLayer({ minResolution, source });
}

function ground({ url, raster }: Drawing, relief: boolean): BaseLayer[] {
  if (url === '') return [];
  if (raster) return [new TileLayer({ source: rasterTiles(url) })];
  const style = groundStyle(relief);
  return [new VectorTileLayer({ source: vectorTiles(url), style })];
}

function relief(drawing: Drawing): BaseLayer[] {
  const far = picture('relief-world', WORLD, RELIEF_ENDS);
  const near = picture('relief-china', CHINA_RELIEF, RELIEF_ENDS);
  return [far, near, ...(drawing.raster ? [] : ground(drawing, true))];
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
  if (name === 'marble') return [picture('blue-marble', WORLD)];
  return name === 'land' ? ground(drawing, false) : names(drawing, under);
}
