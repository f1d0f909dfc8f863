import type { Footprints } from '@scenedock/ui-kit';

/** Footprints in flat arrays: cheap to scan, to copy to a worker and to draw. */
export type Packed = {
  count: number;
  /** Degrees, longitude and latitude in turn. */
  coordinates: Float32Array;
  /** Where each ring begins in `coordinates`, counted in positions; one more at the end. */
  rings: Uint32Array;
  /** Which ring is the first of each scene; one more at the end. */
  scenes: Uint32Array;
  /** West, south, east, north of each scene. */
  boxes: Float32Array;
};

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Flattens the answer of the server: integers in `1 / scale` degrees, first absolute, then differences. */
export function pack({ rings, scale }: Pick<Footprints, 'rings' | 'scale'>): Packed {
  const count = rings.length;
  const ringCount = sum(rings.map((scene) => scene.length));
  const numbers = sum(rings.map((scene) => sum(scene.map((ring) => ring.length))));
  const packed: Packed = {
    count,
    coordinates: new Float32Array(numbers),
    rings: new Uint32Array(ringCount + 1),
    scenes: new Uint32Array(count + 1),
    boxes: new Float32Array(count * 4),
  };
  let ringAt = 0;
  let at = 0;
  rings.forEach((scene, index) => {
    packed.scenes[index] = ringAt;
    const first = at;
    for (const ring of scene) {
      packed.rings[ringAt++] = at / 2;
      at = unfold(ring, scale, packed.coordinates, at);
    }
    packed.boxes.set(boxOf(packed.coordinates, first, at), index * 4);
  });
  packed.scenes[count] = ringAt;
  packed.rings[ringAt] = at / 2;
  return packed;
}

/** Writes one ring from `at` on and says where the next one begins. */
function unfold(ring: number[], scale: number, out: Float32Array, at: number): number {
  let x = 0;
  let y = 0;
  for (let i = 0; i + 1 < ring.length; i += 2) {
    x += ring[i] ?? 0;
    y += ring[i + 1] ?? 0;
    out[at + i] = x / scale;
    out[at + i + 1] = y / scale;
  }
  return at + ring.length - (ring.length % 2);
}

/** A scene without positions gets a box that touches nothing. */
function boxOf(coordinates: Float32Array, from: number, to: number): number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (let i = from; i < to; i += 2) {
    const x = coordinates[i] ?? 0;
    const y = coordinates[i + 1] ?? 0;
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
  return box;
}

/** The rings of one scene, each as closed positions. */
export function ringsOf(packed: Packed, scene: number): [number, number][][] {
  const rings: [number, number][][] = [];
  const last = packed.scenes[scene + 1] ?? 0;
  for (let ring = packed.scenes[scene] ?? 0; ring < last; ring++) {
    const positions: [number, number][] = [];
    const end = packed.rings[ring + 1] ?? 0;
    for (let at = packed.rings[ring] ?? 0; at < end; at++) {
      positions.push([packed.coordinates[at * 2] ?? 0, packed.coordinates[at * 2 + 1] ?? 0]);
    }
    const [first] = positions;
    if (first !== undefined) rings.push([...positions, first]);
  }
  return rings;
}
