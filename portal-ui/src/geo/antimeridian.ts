import { bounds, type Polygon, type Position, type Ring } from './wkt';

/** Degrees. A longer edge is taken for one across longitude 180, as the server takes it (`geometry/src/antimeridian.rs`). */
const SEARCH_JUMP = 270;
/** Degrees. What would be wider across longitude 180 was meant as it stands. */
const WIDEST_CROSSING = 90;

const jumps = (ring: Ring) =>
  ring.some(([lon], at) => {
    const length = Math.abs(lon - (ring[at - 1]?.[0] ?? lon));
    return length > SEARCH_JUMP && length < 360;
  });

/** The longitude by whole turns as near to `near` as it gets. */
const turned = (lon: number, near: number) => lon - 360 * Math.round((lon - near) / 360);

function unrollRing(ring: Ring, first: number): Ring {
  let near = first;
  return ring.map(([lon, lat]): Position => {
    near = turned(lon, near);
    return [near, lat];
  });
}

/** The same area counted on beyond longitude 180 where an edge jumps back across the globe: 175, -175 become 175, 185. */
export function unrolled(polygon: Polygon): Polygon {
  const [outer, ...holes] = polygon;
  const first = outer?.[0]?.[0];
  if (outer === undefined || first === undefined || !jumps(outer)) return polygon;
  const rolled = [unrollRing(outer, first), ...holes.map((hole) => unrollRing(hole, first))];
  const [west, , east] = bounds([rolled]) ?? [0, 0, 360, 0];
  const isClosed = rolled[0]?.at(-1)?.[0] === first;
  return isClosed && east - west < WIDEST_CROSSING ? rolled : polygon;
}
