import type { Packed } from '../map/many/packed';
import { paint, slabResolution } from '../map/many/paint';
import { DRAWN_PX, type Draw } from './providers';

/** Very many footprints as the flat map draws them, all tiles of one level in one way. */
export function drawMany(packed: Packed): Draw {
  const slab = slabResolution(packed);
  const size = { width: DRAWN_PX, height: DRAWN_PX, ratio: 1 };
  return (context, [west, , east, north]) => {
    const resolution = (east - west) / DRAWN_PX;
    paint(context, packed, { west, north, resolution, ...size }, { asDensity: resolution > slab });
  };
}
