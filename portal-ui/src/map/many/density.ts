import { tokens } from '@scenedock/ui-kit/tokens';
import type { Frame } from './frame';
import type { Packed } from './packed';

/** Side of a cell in pixels of the picture. */
export const CELL = 3;

/** How many scenes cover each cell; rows from the north. */
export type Density = { columns: number; rows: number; counts: Int32Array };

/**
 * Counts exactly: each polygon adds one where a row of cells enters it and takes one where the row leaves it; summed
 * up along the row that is the number of scenes over each cell.
 */
export function density(packed: Packed, frame: Frame): Density {
  const columns = Math.ceil(frame.width / CELL);
  const rows = Math.ceil(frame.height / CELL);
  const width = columns + 1;
  const counts = new Int32Array(width * rows);
  const perCell = frame.resolution * CELL;
  const crossings: number[] = [];
  for (let scene = 0, box = 0; scene < packed.count; scene++, box += 4) {
    const south = packed.boxes[box + 1] as number;
    const north = packed.boxes[box + 3] as number;
    const left = ((packed.boxes[box] as number) - frame.west) / perCell;
    const right = ((packed.boxes[box + 2] as number) - frame.west) / perCell;
    if (!(right >= 0 && left <= columns)) continue;
    const top = Math.max(0, Math.ceil((frame.north - north) / perCell - 0.5));
    const bottom = Math.min(rows - 1, Math.floor((frame.north - south) / perCell - 0.5));
    if (top > bottom || right - left < 1) mark(packed, box, frame, { columns, rows, counts });
    for (let row = top; row <= bottom && right - left >= 1; row++) {
      const lat = frame.north - (row + 0.5) * perCell;
      cross(packed, scene, lat, crossings);
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const from = cell(((crossings[i] as number) - frame.west) / perCell, columns);
        const to = cell(((crossings[i + 1] as number) - frame.west) / perCell, columns);
        counts[row * width + from] = (counts[row * width + from] as number) + 1;
        counts[row * width + to] = (counts[row * width + to] as number) - 1;
      }
    }
  }
  return { columns, rows, counts: sumRows(counts, columns, rows) };
}

const cell = (x: number, columns: number) => Math.min(columns, Math.max(0, Math.round(x)));

/** A scene smaller than a cell still counts in the cell of its centre. */
function mark({ boxes }: Packed, box: number, frame: Frame, grid: Density): void {
  const perCell = frame.resolution * CELL;
  const x = ((boxes[box] as number) + (boxes[box + 2] as number)) / 2;
  const y = ((boxes[box + 1] as number) + (boxes[box + 3] as number)) / 2;
  const column = Math.floor((x - frame.west) / perCell);
  const row = Math.floor((frame.north - y) / perCell);
  if (column < 0 || column >= grid.columns || row < 0 || row >= grid.rows) return;
  const at = row * (grid.columns + 1) + column;
  grid.counts[at] = (grid.counts[at] as number) + 1;
  grid.counts[at + 1] = (grid.counts[at + 1] as number) - 1;
}

/** Where a parallel crosses the rings of a scene, from the west. */
function cross(packed: Packed, scene: number, lat: number, out: number[]): void {
  out.length = 0;
  const { coordinates, rings } = packed;
  const last = packed.scenes[scene + 1] ?? 0;
  for (let ring = packed.scenes[scene] ?? 0; ring < last; ring++) {
    const end = rings[ring + 1] ?? 0;
    for (let at = rings[ring] ?? 0, before = end - 1; at < end; before = at++) {
      const y = coordinates[at * 2 + 1] as number;
      const y0 = coordinates[before * 2 + 1] as number;
      if (y > lat === y0 > lat) continue;
      const x = coordinates[at * 2] as number;
      out.push((((coordinates[before * 2] as number) - x) * (lat - y)) / (y0 - y) + x);
    }
  }
  // Nearly every footprint is crossed twice; sorting two numbers the general way would take most of the time.
  if (out.length > 2) out.sort((a, b) => a - b);
  else if (out.length === 2 && (out[0] as number) > (out[1] as number)) out.reverse();
}

function sumRows(counts: Int32Array, columns: number, rows: number): Int32Array {
  const sums = new Int32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    let here = 0;
    for (let column = 0; column < columns; column++) {
      here += counts[row * (columns + 1) + column] as number;
      sums[row * columns + column] = here;
    }
  }
  return sums;
}

/** From one scene over a place to this many and more the colour deepens. */
const DEEPEST = 100;

type Bytes = [red: number, green: number, blue: number, alpha: number];

const few = tokens.density.few as Bytes;
const many = tokens.density.many as Bytes;

/** Red, green, blue, alpha (0 to 255) where `count` scenes lie. */
export function shade(count: number): [number, number, number, number] {
  if (count <= 0) return [0, 0, 0, 0];
  const depth = Math.min(1, Math.log(count) / Math.log(DEEPEST));
  const mix = (from: number, to: number) => Math.round(from + (to - from) * depth);
  return [mix(few[0], many[0]), mix(few[1], many[1]), mix(few[2], many[2]), mix(few[3], many[3])];
}

/** The colours of 0, 1, 2, ... scenes up to the deepest, as the bytes of a picture. */
export function shades(): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray((DEEPEST + 1) * 4);
  for (let count = 0; count <= DEEPEST; count++) bytes.set(shade(count), count * 4);
  return bytes;
}
