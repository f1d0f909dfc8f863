/** Metres in a degree of the equator. */
const METRES_PER_DEGREE = (Math.PI * 6378137) / 180;

/** The table of the specification: 18 denominators from 400,000,000 to 3,000, each half of the one before, rounded. */
export const SCALES: readonly number[] = [
  400_000_000, 200_000_000, 100_000_000, 50_000_000, 25_000_000, 12_000_000, 6_000_000, 3_000_000,
  1_500_000, 800_000, 400_000, 200_000, 100_000, 50_000, 25_000, 12_000, 6_000, 3_000,
];

/** Side of a pixel in metres where none is known: OGC 05-078r4, section 4.1. */
const PIXEL_M = 0.000_28;

/** The denominator of the table that comes nearest to the scale at a latitude. */
export function nearestScale(resolution: number, latitude: number): number {
  const metres = resolution * METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const distance = (scale: number) => Math.abs(Math.log(metres / PIXEL_M / scale));
  return SCALES.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

export type Scale = { metres: number; pixels: number };

/** The longest round length (1, 2 or 5 times a power of ten) that takes at most `widest` pixels at a latitude. */
export function scaleAt(resolution: number, latitude: number, widest = 100): Scale {
  const perPixel = resolution * METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const most = perPixel * widest;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power;
  return { metres, pixels: Math.round(metres / perPixel) };
}
