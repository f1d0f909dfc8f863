import { buffer } from 'ol/extent';
import type { FeatureLike } from 'ol/Feature';
import MVT from 'ol/format/MVT';
import { fromLonLat } from 'ol/proj';
import RenderFeature from 'ol/render/Feature';
import type Tile from 'ol/Tile';
import type { LoadFunction } from 'ol/Tile';
import TileState from 'ol/TileState';
import type VectorTile from 'ol/VectorTile';
import { PMTilesRasterSource, PMTilesVectorSource } from 'ol-pmtiles';

/** Units on the side of a vector tile. */
const UNITS = 4096;

export type TileNumber = readonly [z: number, x: number, y: number];

/** The tiles that hold a tile, nearest first, itself before them. */
export function holders([z, x, y]: TileNumber): TileNumber[] {
  return Array.from({ length: z + 1 }, (_, up) => [z - up, x >> up, y >> up]);
}

/** Where a tile lies in the one that holds it, in the units of that: its corner and its side. */
export function within([z, x, y]: TileNumber, [above]: TileNumber) {
  const side = UNITS / 2 ** (z - above);
  const offsetOf = (at: number) => (at % 2 ** (z - above)) * side;
  return { x: offsetOf(x), y: offsetOf(y), side };
}

const NUMBERS = /(\d+)\/(\d+)\/(\d+)$/;

function numberIn(url: string): TileNumber {
  const [, z, x, y] = NUMBERS.exec(url) ?? [];
  return [Number(z), Number(x), Number(y)];
}

/**
 * Vector tiles of a PMTiles file. Where the file has no tile of a level, as outside China, the one above is drawn
 * larger.
 */
class BasemapSource extends PMTilesVectorSource {
  /** By tile, the level of the file that it was drawn from. */
  private readonly drawnFrom = new Map<string, number>();

  /** The level of what is drawn at a place, longitude and latitude; null where nothing has been drawn yet. */
  levelAt(offsetOf: readonly number[]): number | null {
    const grid = this.getTileGrid();
    if (grid === null) return null;
    const at = fromLonLat([...offsetOf]);
    for (let level = grid.getMaxZoom(); level >= 0; level--) {
      const known = this.drawnFrom.get(grid.getTileCoordForCoordAndZ(at, level).join('/'));
      if (known !== undefined) return known;
    }
    return null;
  }

  override tileLoadFunction = (tile: Tile, url: string): void => {
    const vector = tile as VectorTile<FeatureLike>;
    vector.setLoader((_: number[], resolution: number) => {
      const number = numberIn(url);
      const extent = buffer(this.getTileGrid()?.getTileCoordExtent([...number]) ?? [], -resolution);
      this.read(number, extent).then(
        (features) => vector.setFeatures(features),
        () => vector.setState(TileState.ERROR),
      );
    });
  };

  /** Tiles reach a pixel over one another: a map in degrees would show the sea between them. */
  override setTileLoadFunction(load: LoadFunction): void {
    const grid = this.getTileGrid();
    if (grid !== null) {
      const exact = grid.getTileCoordExtent.bind(grid);
      grid.getTileCoordExtent = (at, into) => {
        const extent = exact(at, into);
        return buffer(extent, grid.getResolution(at[0] ?? 0), extent);
      };
    }
    super.setTileLoadFunction(load);
  }

  /** What lies on a tile, in coordinates in which the tile has this extent (north up). */
  async read(number: TileNumber, extent: number[]): Promise<RenderFeature[]> {
    for (const holder of holders(number)) {
      const found = await this.pmtiles_.getZxy(...holder);
      if (found === undefined) continue;
      this.drawnFrom.set(number.join('/'), holder[0]);
      return new MVT<RenderFeature>({ featureClass: RenderFeature }).readFeatures(found.data, {
        extent: around(extent, within(number, holder)),
      });
    }
    return [];
  }
}

/** The extent of the tile that holds one with this extent. */
function around(
  [west = 0, south = 0, east = 0, north = 0]: number[],
  { x, y, side }: ReturnType<typeof within>,
): number[] {
  const unit = (east - west) / side;
  const left = west - x * unit;
  const top = north + y * ((north - south) / side);
  return [left, top - UNITS * unit, left + UNITS * unit, top];
}

const vectors = new Map<string, BasemapSource>();

/** The vector tiles of a file, read once for all maps. */
export function vectorTiles(url: string): BasemapSource {
  const known = vectors.get(url);
  if (known !== undefined) return known;
  const source = new BasemapSource({ url, wrapX: true });
  vectors.set(url, source);
  return source;
}

/** The pictures of a file. */
export const rasterTiles = (url: string) => new PMTilesRasterSource({ url, wrapX: true });

/** The picture of one tile of a file, as it lies there; null where the file has none. */
export async function pictureOf(url: string, [z, x, y]: TileNumber): Promise<Blob | null> {
  const found = await vectorTiles(url).pmtiles_.getZxy(z, x, y);
  return found === undefined ? null : new Blob([found.data]);
}
