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
import { edged } from './edged';
import type { Patience } from './patience';

/** How many pixels a tile says it has on each side; the globe stretches each of them over one to two of the screen. */
const TILE_PX = 256;
/** How many it is drawn with, so that they are not seen. */
export const DRAWN_PX = 2 * TILE_PX;

/** West, south, east, north in degrees. */
export type Bounds = [number, number, number, number];

export type TileImage = HTMLCanvasElement | HTMLImageElement | ImageData;

const DEGREES = 180 / Math.PI;

/** What Cesium asks of a source of pictures. */
export abstract class Tiles {
  readonly tileWidth: number = TILE_PX;
  readonly tileHeight: number = TILE_PX;
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
    private readonly edge?: string,
  ) {
    super(new GeographicTilingScheme(), maximumLevel);
  }

  async requestImage(x: number, y: number, level: number): Promise<TileImage> {
    const canvas = document.createElement('canvas');
    canvas.width = DRAWN_PX;
    canvas.height = DRAWN_PX;
    const { west, south, east, north } = this.tilingScheme.tileXYToRectangle(x, y, level);
    const context = canvas.getContext('2d', { willReadFrequently: this.edge !== undefined });
    const bounds: Bounds = [west * DEGREES, south * DEGREES, east * DEGREES, north * DEGREES];
    if (context === null) return canvas;
    await this.draw(context, bounds);
    return this.edge === undefined ? canvas : edged(context, this.edge);
  }
}

/** Tiles that `draw` draws; those that do not fill them say which colour their lines have at the edge. */
export const drawnTiles = (draw: Draw, maximumLevel: number, edge?: string) =>
  new DrawnTiles(draw, maximumLevel, edge) as unknown as ImageryProvider;

/** Degrees or metres per pixel at the coarsest level of the globe. */
const COARSEST = { 'EPSG:4326': 180 / TILE_PX, 'EPSG:3857': (2 * Math.PI * 6378137) / TILE_PX };

type Code = keyof typeof COARSEST;

/** Degrees of CGCS2000 and of WGS 84 are the same to the eye. */
const codeOf = (source: TileSource): Code =>
  source.getProjection()?.getUnits() === 'degrees' ? 'EPSG:4326' : 'EPSG:3857';

/** Where a tile of the globe is among the tiles of a source: `z`, `x`, `y`. */
export function tileOf(source: TileSource, [x, y, level]: readonly number[]): number[] | null {
  const projection = source.getProjection();
  if (projection === null) return null;
  const grid = source.getTileGridForProjection(projection);
  const z = grid.getZForResolution(COARSEST[codeOf(source)] / 2 ** (level ?? 0));
  return [z, x ?? 0, y ?? 0];
}

/** The last level of the globe that a source has tiles for. */
export function deepestOf(source: TileSource, most: number): number {
  const projection = source.getProjection();
  if (projection === null) return most;
  const grid = source.getTileGridForProjection(projection);
  const finest = grid.getResolution(grid.getMaxZoom());
  return Math.min(most, Math.round(Math.log2(COARSEST[codeOf(source)] / finest)));
}

type OnOutcome = (came: boolean) => void;

/** The tiles of a source of the flat map. */
class FlatTiles extends Tiles {
  constructor(
    private readonly source: UrlTile,
    private readonly patience: Patience,
    private readonly onOutcome: OnOutcome,
    maximumLevel: number,
  ) {
    const degrees = codeOf(source) === 'EPSG:4326';
    const scheme = degrees ? new GeographicTilingScheme() : new WebMercatorTilingScheme();
    super(scheme, maximumLevel);
  }

  requestImage(x: number, y: number, level: number): Promise<TileImage> | undefined {
    const tile = tileOf(this.source, [x, y, level]);
    const projection = this.source.getProjection();
    if (tile === null || projection === null) return undefined;
    const url = this.source.getTileUrlFunction()(tile, 1, projection);
    if (url === undefined) return undefined;
    // Refused here, the globe shows what is coarser and does not ask at each picture.
    if (!this.patience.worthAsking()) return Promise.reject(new Error('not asked'));
    const image = new Image();
    // A picture of another site can only be put on the globe when that site allows it.
    image.crossOrigin = 'anonymous';
    image.src = url;
    return image.decode().then(
      () => {
        this.patience.came();
        this.onOutcome(true);
        return image;
      },
      (fault: unknown) => {
        this.patience.failed();
        this.onOutcome(false);
        throw fault;
      },
    );
  }
}

/** Tiles of the flat map for the globe; levels as far as the source has them, `most` at most. */
export function flatTiles(
  source: TileSource,
  most: number,
  patience: Patience,
  onOutcome: OnOutcome,
): ImageryProvider {
  const tiles = new FlatTiles(source as UrlTile, patience, onOutcome, deepestOf(source, most));
  return tiles as unknown as ImageryProvider;
}
