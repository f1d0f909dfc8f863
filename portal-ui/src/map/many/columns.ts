import type { Packed } from './packed';

/** Scenes by the degree of longitude that they touch: those of column `i` lie between `starts[i]` and `starts[i + 1]`. */
export type Columns = { starts: Uint32Array; scenes: Uint32Array };

const COUNT = 360;

export const columnOf = (lon: number): number =>
  Math.min(COUNT - 1, Math.max(0, Math.floor(lon) + COUNT / 2));

/** An index for finding what lies at a place: a few thousand scenes to look at instead of a hundred thousand. */
export function indexColumns({ boxes, count }: Packed): Columns {
  const starts = new Uint32Array(COUNT + 1);
  const each = (visit: (scene: number, column: number) => void) => {
    for (let scene = 0; scene < count; scene++) {
      const west = boxes[scene * 4] as number;
      // Without positions it touches nothing.
      if (west === Number.POSITIVE_INFINITY) continue;
      const last = columnOf(boxes[scene * 4 + 2] as number);
      for (let column = columnOf(west); column <= last; column++) visit(scene, column);
    }
  };
  each((_, column) => {
    starts[column + 1] = (starts[column + 1] as number) + 1;
  });
  for (let column = 0; column < COUNT; column++) {
    starts[column + 1] = (starts[column + 1] as number) + (starts[column] as number);
  }
  const scenes = new Uint32Array(starts[COUNT] as number);
  const next = starts.slice();
  each((scene, column) => {
    scenes[next[column] as number] = scene;
    next[column] = (next[column] as number) + 1;
  });
  return { starts, scenes };
}
