import type { Position, Ring } from './wkt';

/** Rings of more edges are left to the server: each edge is held against each other. */
const MAX_EDGES = 2000;

const turn = (a: Position, b: Position, c: Position) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Where two edges cross inside both; null when they only touch or lie apart. */
function meet(a: Position, b: Position, c: Position, d: Position): Position | null {
  const [c1, d1] = [turn(a, b, c), turn(a, b, d)];
  const [a1, b1] = [turn(c, d, a), turn(c, d, b)];
  if (c1 * d1 >= 0 || a1 * b1 >= 0) return null;
  const part = a1 / (a1 - b1);
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
}

/** The first place where a closed ring crosses itself. */
export function crossing(ring: Ring): Position | null {
  const edges = ring.length - 1;
  if (edges > MAX_EDGES) return null;
  for (let one = 0; one < edges; one += 1) {
    for (let other = one + 2; other < edges; other += 1) {
      const [a, b, c, d] = [ring[one], ring[one + 1], ring[other], ring[other + 1]];
      const point = a && b && c && d ? meet(a, b, c, d) : null;
      if (point !== null) return point;
    }
  }
  return null;
}
