/** A line of more dashes is drawn in one: each is a shape of its own for the graphics card. */
const MAX_DASHES = 2500;

/** Degrees between two places, those of longitude shortened by the latitude. */
function lengthOf(
  [x0 = 0, y0 = 0]: readonly number[],
  [x1 = 0, y1 = 0]: readonly number[],
): number {
  const across = (x1 - x0) * Math.cos((((y0 + y1) / 2) * Math.PI) / 180);
  return Math.hypot(across, y1 - y0);
}

/**
 * Cuts a path of longitudes and latitudes into dashes, lengths in degrees of latitude. Cesium's own dashes begin anew
 * at every corner: an outline of many short edges breaks up into dots that flicker with each move.
 */
export function dashes(path: readonly number[][], dash: number, gap: number): number[][][] {
  const lengths = path.slice(1).map((to, index) => lengthOf(path[index] ?? to, to));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  if (whole / (dash + gap) > MAX_DASHES) return [[...path]];
  const pieces: number[][][] = [];
  let drawing = true;
  let left = dash;
  let piece: number[][] = path.slice(0, 1);
  lengths.forEach((length, index) => {
    const [x0 = 0, y0 = 0] = path[index] ?? [];
    const [x1 = 0, y1 = 0] = path[index + 1] ?? [];
    let done = 0;
    while (length - done > left) {
      done += left;
      const part = done / length;
      const at = [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
      if (drawing) pieces.push([...piece, at]);
      piece = [at];
      drawing = !drawing;
      left = drawing ? dash : gap;
    }
    left -= length - done;
    piece.push([x1, y1]);
  });
  if (drawing && piece.length > 1) pieces.push(piece);
  return pieces;
}
