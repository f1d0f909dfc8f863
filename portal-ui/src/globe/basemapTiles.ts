import { type ImageryProvider, WebMercatorTilingScheme } from '@cesium/engine';
import { groundStyle } from '@scenedock/ui-kit/basemap/ground';
import { RELIEF, shadeAt } from '@scenedock/ui-kit/basemap/relief';
import { pictureOf, type TileNumber, vectorTiles } from '@scenedock/ui-kit/basemap/source';
import type { StyleFunction } from 'ol/style/Style';
import { SEA } from '../map/styles';
import { drawPicture } from './drawnPictures';
import { edged } from './edged';
import { lonLat } from './namesInView';
import { paintFeatures } from './paintFeatures';
import { type TileImage, Tiles } from './providers';

/** Side of a drawn tile in pixels, as the flat map looks at it. */
const SIDE = 512;

/**
 * The globe shows one pixel of a tile on one to two of the screen, by how far away it lies. So tiles are drawn with
 * twice as many pixels as they say, and lines as wide as they are to be in the middle between.
 */
const SHARPER = 2;
const THICKNESS = Math.SQRT1_2;

/** Drawn tiles show no more beyond this. */
const DEEPEST = 14;

/** Degrees for a pixel of a drawn tile. */
const resolutionAt = (level: number) => 360 / SIDE / 2 ** level;

export type Look = {
  style: StyleFunction;
  /** The sea under everything. */
  sea?: boolean;
  /** Land shaded by the relief, and the sea around it, where the relief itself is too coarse. */
  shaded?: boolean;
  /** The colour that lines have at their edge; it is black otherwise, and they look thick and dark. */
  edge: string;
};

/** Mercator stretches degrees of latitude; within so many pixels they are taken for equal. */
const STRIP = 64;

function blank(): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const [width, height] = [SIDE * SHARPER, SIDE * SHARPER];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas to draw on');
  context.scale(SHARPER, SHARPER);
  return { canvas, context };
}

const LAND = groundStyle('land');

/** Lays the relief over what has been drawn of a tile, and over nothing else. */
async function shadeLand(
  context: CanvasRenderingContext2D,
  tile: TileNumber,
  opacity: number,
): Promise<void> {
  if (opacity === 0) return;
  context.globalCompositeOperation = 'source-atop';
  context.globalAlpha = opacity;
  for (const one of RELIEF.slice(opacity === 1 ? 0 : 1)) {
    for (let top = 0; top < SIDE; top += STRIP) {
      const [west, north] = lonLat(tile, [0, 1 - top / SIDE]);
      const [east, south] = lonLat(tile, [1, 1 - (top + STRIP) / SIDE]);
      await drawPicture(context, one, [west, south, east, north], [0, top, SIDE, STRIP]);
    }
  }
  context.globalCompositeOperation = 'source-over';
  context.globalAlpha = 1;
}

/** The vector tiles of the base map, drawn with the styles of the flat map. */
class DrawnBasemap extends Tiles {
  override readonly tileWidth: number = SIDE;
  override readonly tileHeight: number = SIDE;

  constructor(
    private readonly url: string,
    private readonly look: Look,
  ) {
    super(new WebMercatorTilingScheme(), DEEPEST);
  }

  async requestImage(x: number, y: number, level: number): Promise<TileImage> {
    const resolution = resolutionAt(level);
    const tile: TileNumber = [level, x, y];
    const { canvas, context } = blank();
    const read = this.url === '' ? [] : vectorTiles(this.url).read(tile, [0, 0, SIDE, SIDE]);
    const features = await read;
    const shade = this.look.shaded ? shadeAt(resolution) : null;
    const drawn = (style: StyleFunction) => {
      context.save();
      context.transform(1, 0, 0, -1, 0, SIDE);
      paintFeatures(context, features, style, resolution, THICKNESS);
      context.restore();
    };
    if (shade !== null) {
      drawn(LAND);
      await shadeLand(context, tile, shade);
    }
    if (shade !== null || this.look.sea) {
      context.globalCompositeOperation = 'destination-over';
      context.fillStyle = SEA;
      context.fillRect(0, 0, SIDE, SIDE);
      context.globalCompositeOperation = 'source-over';
    }
    context.lineJoin = 'round';
    drawn(this.look.style);
    if (shade !== null || this.look.sea) return canvas;
    return edged(context, this.look.edge);
  }
}

/** The pictures that an operator put in place of the base map. */
class PictureBasemap extends Tiles {
  constructor(private readonly url: string) {
    super(new WebMercatorTilingScheme(), DEEPEST);
  }

  async requestImage(x: number, y: number, level: number): Promise<HTMLCanvasElement> {
    const { canvas, context } = blank();
    const picture = await pictureOf(this.url, [level, x, y]);
    if (picture === null) throw new Error('no picture here');
    context.drawImage(await createImageBitmap(picture), 0, 0, SIDE, SIDE);
    return canvas;
  }
}

/** The base map of a file for the globe. */
export function basemapTiles(url: string, raster: boolean, look: Look): ImageryProvider {
  const tiles = raster ? new PictureBasemap(url) : new DrawnBasemap(url, look);
  return tiles as unknown as ImageryProvider;
}
