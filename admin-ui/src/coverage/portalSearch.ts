import type { CoverageGrid } from '@scenedock/ui-kit';
import type { CoverageChoice } from './useCoverageAddress';

/** Where the portal searches. */
const SEARCH = '/search';
/** What parts a list in an address of the portal, written otherwise. */
const guarded = (text: string) => text.replace(/[%,:|]/g, (sign) => encodeURIComponent(sign));

/** A cell of the map, by its middle. */
export interface GridCell {
  middle: readonly [x: number, y: number];
  /** Degrees. */
  side: number;
  scenes: number;
}

/** The cell at a place; null outside of the area. */
export function cellAt(
  { west, south, side, columns, rows, counts }: CoverageGrid,
  [x = 0, y = 0]: readonly number[],
): GridCell | null {
  const column = Math.floor((x - west) / side);
  const row = Math.floor((y - south) / side);
  const isIn = column >= 0 && column < columns && row >= 0 && row < rows;
  const scenes = isIn ? (counts[row * columns + column] ?? null) : null;
  if (scenes === null) return null;
  return { middle: [west + (column + 0.5) * side, south + (row + 0.5) * side], side, scenes };
}

const days = (from: number, to: number) => ({ from: `${from}-01-01`, to: `${to}-12-31` });

function areaOf({ area }: CoverageChoice): Record<string, string> {
  if (area.kind === 'none') return {};
  return area.kind === 'region' ? { region: area.code } : { area: area.id };
}

const satellitesOf = (codes: readonly string[]): Record<string, string> =>
  codes.length === 0 ? {} : { sat: codes.map(guarded).join(',') };

/**
 * The search of the portal that finds what a cell of the table counts. Undefined where no search does: no condition asks for scenes that
 * state no satellite.
 */
export function tableSearch(
  choice: CoverageChoice,
  satellite: string | null,
  year: number | null,
): string | undefined {
  if (satellite === '') return undefined;
  const query = {
    ...areaOf(choice),
    ...(year === null ? days(choice.fromYear, choice.toYear) : days(year, year)),
    ...satellitesOf(satellite === null ? choice.satellites : [satellite]),
  };
  return `${SEARCH}?${new URLSearchParams(query)}`;
}

/** So much of a cell stands for its middle. */
const SPECK = 1000;
/** Pixels of a world at no zoom, and those that a cell is shown with. */
const WORLD = 256;
const CELL = 160;

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/**
 * The search that finds what the map counts at a cell: scenes that lie over its middle, which a small box stands for. It shows the cell
 * and what is around.
 */
export function cellSearch(choice: CoverageChoice, { middle: [x, y], side }: GridCell): string {
  const half = side / SPECK;
  const box = [x - half, y - half, x + half, y + half].map(rounded);
  const zoom = Math.log2((CELL * 360) / (WORLD * side));
  const query = {
    box: box.join(','),
    ...days(choice.fromYear, choice.toYear),
    ...satellitesOf(choice.satellites),
    c: `${rounded(x)},${rounded(y)}`,
    z: zoom.toFixed(1),
  };
  return `${SEARCH}?${new URLSearchParams(query)}`;
}
