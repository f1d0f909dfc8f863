import type { CoverageGrid } from '@scenedock/ui-kit';

/** The least scenes of each class; below the first there is none to show. */
export const CLASSES = [1, 2, 4, 10, 30, 100] as const;

/** Which class so many scenes are in; -1: none lie there. */
export const classOf = (count: number) => CLASSES.findLastIndex((least) => count >= least);

/** What a class holds: `1`, `2–3`, `≥100`. */
export function classWords(classIndex: number): string {
  const least = CLASSES[classIndex] ?? 0;
  const next = CLASSES[classIndex + 1];
  if (next === undefined) return `≥${least}`;
  return next - 1 === least ? String(least) : `${least}–${next - 1}`;
}

/** Cells of one class beside one another, as one box: west, south, east, north. */
export interface ClassRun {
  classIndex: number;
  box: [number, number, number, number];
}

/** Twelve thousand cells are some thousand runs. */
export function runsOf({ west, south, side, columns, rows, counts }: CoverageGrid): ClassRun[] {
  const runs: ClassRun[] = [];
  for (let row = 0; row < rows; row++) {
    let from = 0;
    let classIndex = -1;
    for (let column = 0; column <= columns; column++) {
      const count = column < columns ? counts[row * columns + column] : null;
      const here = classOf(count ?? 0);
      if (here === classIndex && column < columns) continue;
      if (classIndex >= 0) {
        const y = south + row * side;
        runs.push({ classIndex, box: [west + from * side, y, west + column * side, y + side] });
      }
      from = column;
      classIndex = here;
    }
  }
  return runs;
}
