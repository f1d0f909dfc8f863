import {
  Event,
  GeographicTilingScheme,
  type ImageryProvider,
  type Rectangle,
  type TilingScheme,
  WebMercatorTilingScheme,
} from '@cesium/engine';
import type TileSource from 'ol/source/Tile';
import type UrlTile from 'ol/source/UrlTile';

export const TILE_PX = 256;

/** West, south, east, north in degrees. */
export type Bounds = [number, number, number, number];

type TileImage = HTMLCanvasElement | HTMLImageElement;

const DEGREES = 180 / Math.PI;

/** What Cesium asks of a source of pictures. */
abstract class Tiles {
  readonly tileWidth = TILE_PX;
  readonly tileHeight = TILE_PX;
  readonly minimumLevel = 0;
  readonly errorEvent = new Event();
  readonly hasAlphaChannel = true;
  readonly rectangle: Rectangle;
  readonly tileDiscardPolicy = undefined;
  readonly credit = undefined;
  readonly proxy = undefined;

  constructor(
    readonly tilingScheme: TilingScheme,
    readonly maximumLevel: number,
  ) {
    this.rectangle = tilingScheme.rectangle;
  }

  getTileCredits = () => [];
  pickFeatures = () => undefined;
  abstract requestImage(x: number, y: number, level: number): Promise<TileImage> | undefined;
}

export type Draw = (context: CanvasRenderingContext2D, bounds: Bounds) => void | Promise<void>;

/** Tiles that are drawn here. */
class DrawnTiles extends Tiles {
  constructor(
    private readonly draw: Draw,
    maximumLevel: number,
  ) {
    super(new GeographicTilingScheme(), maximumLevel);
  }

  async requestImage(x: number, y: number, level: number): Promise<TileImage> {
    const canvas = document.createElement('canvas');
    canvas.width = TILE_PX;
    canvas.height = TILE_PX;
    const { west, south, east, north } = this.tilingScheme.tileXYToRectangle(x, y, level);
    const context = canvas.getContext('2d');
    const bounds: Bounds = [west * DEGREES, south * DEGREES, east * DEGREES, north * DEGREES];
    if (context !== null) await this.draw(context, bounds);
    return canvas;
  }
}

export const drawnTiles = (draw: Draw, maximumLevel: number) =>
  new DrawnTiles(draw, maximumLevel) as unknown as ImageryProvider;

/** Degrees or metres per pixel at the coarsest level of the globe. */
const COARSEST = { 'EPSG:4326': 180 / TILE_PX, 'EPSG:3857': (2 * Math.PI * 6378137) / TILE_PX };

/** The tiles of a source of the flat map. */
class FlatTiles extends Tiles {
  constructor(
    private readonly source: UrlTile,
    private readonly code: keyof typeof COARSEST,
    private readonly onReach: (reached: boolean) => void,
    maximumLevel: number,
  ) {
    const scheme =
      code === 'EPSG:4326' ? new GeographicTilingScheme() : new WebMercatorTilingScheme();
    super(scheme, maximumLevel);
  }

  requestImage(x: number, y: number, level: number): Promise<TileImage> | undefined {
    const projection = this.source.getProjection();
    if (projection === null) return undefined;
    const grid = this.source.getTileGridForProjection(projection);
    const z = grid.getZForResolution(COARSEST[this.code] / 2 ** level);
    const url = this.source.getTileUrlFunction()([z, x, y], 1, projection);
    if (url === undefined) return undefined;
    const image = new Image();
    // A picture of another site can only be put on the globe when that site allows it.
    image.crossOrigin = 'anonymous';
    image.src = url;
    return image.decode().then(
      () => {
        this.onReach(true);
        return image;
      },
      (fault: unknown) => {
        this.onReach(false);
        throw fault;
      },
    );
  }
}

/** Tiles of the flat map for the globe; levels as far as the packaged relief or a service has them. */
export function flatTiles(
  source: TileSource,
  maximumLevel: number,
  onReach: (reached: boolean) => void,
): ImageryProvider {
  const code = source.getProjection()?.getCode() === 'EPSG:4326' ? 'EPSG:4326' : 'EPSG:3857';
  const tiles = new FlatTiles(source as UrlTile, code, onReach, maximumLevel);
  return tiles as unknown as ImageryProvider;
}
