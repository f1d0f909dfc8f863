import { nameOf, PLACES } from '@scenedock/ui-kit/basemap/names';
import type { TileNumber } from '@scenedock/ui-kit/basemap/source';

/** West, south, east, north in degrees; west is larger where the 180th degree lies between. */
export type Sides = readonly [number, number, number, number];

/** The base map has names for these levels. */
const DEEPEST = 10;

/** More tiles than these are not read for one picture: a coarser level has the names that matter. */
const MAX_TILES = 20;

/** How far north and south Web Mercator reaches, in degrees. */
const MERCATOR = 85;

const across = (lon: number, tiles: number) =>
  Math.min(tiles - 1, Math.max(0, Math.floor(((lon + 180) / 360) * tiles)));

function down(lat: number, tiles: number): number {
  const radians = (Math.min(MERCATOR, Math.max(-MERCATOR, lat)) * Math.PI) / 180;
  const part = 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI);
  return Math.min(tiles - 1, Math.max(0, Math.floor(part * tiles)));
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The tiles whose names may be seen: at the level of a resolution (degrees per pixel), or as few as can be read. */
export function tilesInView([west, south, east, north]: Sides, resolution: number): TileNumber[] {
  const level = Math.round(Math.log2(360 / 512 / resolution));
  for (let z = Math.min(DEEPEST, Math.max(0, level)); ; z -= 1) {
    const tiles = 2 ** z;
    const columns =
      west <= east
        ? range(across(west, tiles), across(east, tiles))
        : [...range(across(west, tiles), tiles - 1), ...range(0, across(east, tiles))];
    const rows = range(down(north, tiles), down(south, tiles));
    if (z > 0 && columns.length * rows.length > MAX_TILES) continue;
    return columns.flatMap((x) => rows.map((y): TileNumber => [z, x, y]));
  }
}

/** A place of the base map. */
export type NamedPlace = { at: [number, number]; kind: string; name: string; english: string };

/** Longitude and latitude of a place on a tile, whose parts of the side count from its lower left corner. */
export function lonLat([z, x, y]: TileNumber, [right, up]: readonly [number, number]) {
  const tiles = 2 ** z;
  const lat = Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 1 - up)) / tiles)));
  return [((x + right) / tiles) * 360 - 180, (lat * 180) / Math.PI] as [number, number];
}

type FeatureReader = { get: (key: string) => unknown };

/** What a place of a tile is called; null for what is no place. */
export function placeOf(feature: FeatureReader, at: [number, number]): NamedPlace | null {
  if (feature.get('layer') !== 'place') return null;
  const own = { get: (key: string) => feature.get(key) } as Parameters<typeof nameOf>[0];
  return {
    at,
    kind: String(feature.get('kind')),
    name: nameOf(own, false),
    english: nameOf(own, true),
  };
}

/** Names that are read at a resolution, the more important ones first, none of them twice. */
export function readable(places: readonly NamedPlace[], resolution: number): NamedPlace[] {
  const known = new Set<string>();
  const rank = ({ kind }: NamedPlace) => PLACES[kind]?.rank ?? 0;
  return places
    .filter(({ kind, name, at }) => {
      const look = PLACES[kind];
      const key = `${name} ${at[0].toFixed(1)} ${at[1].toFixed(1)}`;
      if (look === undefined || known.has(key)) return false;
      known.add(key);
      return resolution <= look.below && resolution > (look.above ?? 0);
    })
    .sort((a, b) => rank(b) - rank(a));
}
