/** A picture in longitude and latitude: its file, and west, south, east, north. */
export type PackagedPicture = { name: string; extent: [number, number, number, number] };

/** The world at 10 arc-minutes, and at 2 what `EXTENT` in basemap/src/relief.rs says. */
export const RELIEF: readonly PackagedPicture[] = [
  { name: 'relief-world', extent: [-180, -90, 180, 90] },
  { name: 'relief-china', extent: [60, 0, 150, 60] },
];

/** The world at 45 arc-minutes, small enough to come at once: it stands in for the map until that is drawn. */
export const FIRST: PackagedPicture = { name: 'relief-first', extent: [-180, -90, 180, 90] };

/**
 * Nearer than this (degrees per pixel) the pictures are coarser than the screen and their coasts lie beside the drawn
 * ones: sea and land are drawn, and the relief shades the land alone. Level 5.5.
 */
export const SHADES_LAND = 0.031;

type Shade = { below: number; above: number; opacity: number };

/** How strong the shade is between two resolutions: the more it is enlarged, the less; gone at level 10.5. */
export const SHADES: readonly Shade[] = [
  { below: SHADES_LAND, above: 0.0077, opacity: 1 },
  { below: 0.0077, above: 0.0039, opacity: 0.75 },
  { below: 0.0039, above: 0.00195, opacity: 0.5 },
  { below: 0.00195, above: 0.00097, opacity: 0.28 },
];

/** The strength of the shade at a resolution; null where the pictures stand alone, 0 where there is none. */
export function shadeAt(resolution: number): number | null {
  if (resolution > SHADES_LAND) return null;
  return SHADES.find(({ above }) => resolution > above)?.opacity ?? 0;
}
