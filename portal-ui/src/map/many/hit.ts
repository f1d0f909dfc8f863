import { type Columns, columnOf } from './columns';
import type { Packed } from './packed';

/** The scene at a position: the smallest one, so that none is out of reach; -1 where there is none. */
export function sceneAt(packed: Packed, columns: Columns, lon: number, lat: number): number {
  const { boxes } = packed;
  const column = columnOf(lon);
  const end = columns.starts[column + 1] as number;
  let best = -1;
  let bestSize = Number.POSITIVE_INFINITY;
  for (let index = columns.starts[column] as number; index < end; index++) {
    const scene = columns.scenes[index] as number;
    const west = boxes[scene * 4] as number;
    const south = boxes[scene * 4 + 1] as number;
    const east = boxes[scene * 4 + 2] as number;
    const north = boxes[scene * 4 + 3] as number;
    if (lon < west || lon > east || lat < south || lat > north) continue;
    const size = (east - west) * (north - south);
    if (size < bestSize && covers(packed, scene, lon, lat)) {
      best = scene;
      bestSize = size;
    }
  }
  return best;
}

/** Whether one of the rings of a scene encloses a position (even-odd rule). */
function covers(packed: Packed, scene: number, lon: number, lat: number): boolean {
  const last = packed.scenes[scene + 1] ?? 0;
  for (let ring = packed.scenes[scene] ?? 0; ring < last; ring++) {
    if (encloses(packed, ring, lon, lat)) return true;
  }
  return false;
}

function encloses({ rings, coordinates }: Packed, ring: number, lon: number, lat: number): boolean {
  const first = rings[ring] ?? 0;
  const end = rings[ring + 1] ?? 0;
  let inside = false;
  for (let at = first, before = end - 1; at < end; before = at++) {
    const x = coordinates[at * 2] as number;
    const y = coordinates[at * 2 + 1] as number;
    const x0 = coordinates[before * 2] as number;
    const y0 = coordinates[before * 2 + 1] as number;
    if (y > lat !== y0 > lat && lon < ((x0 - x) * (lat - y)) / (y0 - y) + x) inside = !inside;
  }
  return inside;
}
