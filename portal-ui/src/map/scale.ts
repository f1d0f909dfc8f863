/** Metres in a degree of the equator. */
const METRES_PER_DEGREE = (Math.PI * 6378137) / 180;

export type Scale = { metres: number; pixels: number };

/** The longest round length (1, 2 or 5 times a power of ten) that takes at most `widest` pixels at a latitude. */
export function scaleAt(resolution: number, latitude: number, widest = 100): Scale {
  const perPixel = resolution * METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const most = perPixel * widest;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power;
  return { metres, pixels: Math.round(metres / perPixel) };
}
