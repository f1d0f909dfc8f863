/** A straight line between points farther apart would dive below the surface. */
const STRIDE_DEGREES = 1;

/** Lines float a little above the ground, so that the ground does not eat them. */
export const FLOAT_M = 600;

/** A ring with points close enough together to follow the surface: longitude, latitude, height in turn. */
export function followSurface(ring: readonly number[][]): number[] {
  const out: number[] = [];
  ring.forEach(([x = 0, y = 0], index) => {
    const [x0 = x, y0 = y] = ring[index - 1] ?? [];
    const pieces = Math.max(1, Math.ceil(Math.hypot(x - x0, y - y0) / STRIDE_DEGREES));
    for (let piece = index === 0 ? pieces : 1; piece <= pieces; piece++) {
      const part = piece / pieces;
      out.push(x0 + (x - x0) * part, y0 + (y - y0) * part, FLOAT_M);
    }
  });
  return out;
}
