/** The sides of a rectangle, as they are typed. */
export const SIDES = ['west', 'south', 'east', 'north'] as const;

export type Side = (typeof SIDES)[number];
export type TypedBox = Readonly<Record<Side, string>>;

export const NO_BOX: TypedBox = { west: '', south: '', east: '', north: '' };

const NUMBER = '(-?[0-9.]+)';
const RECTANGLE = new RegExp(
  `^POLYGON ?\\(\\(${[0, 1, 2, 3, 4].map(() => `${NUMBER} ${NUMBER}`).join(', ?')}\\)\\)$`,
);

/** The sides of a rectangle that lies straight; null: the text is another shape. */
export function boxOf(wkt: string): TypedBox | null {
  const numbers = RECTANGLE.exec(wkt.trim())?.slice(1);
  if (numbers === undefined) return null;
  const xs = [...new Set(numbers.filter((_, at) => at % 2 === 0))];
  const ys = [...new Set(numbers.filter((_, at) => at % 2 === 1))];
  const [west, east] = xs.sort((a, b) => Number(a) - Number(b));
  const [south, north] = ys.sort((a, b) => Number(a) - Number(b));
  if (xs.length !== 2 || ys.length !== 2) return null;
  return { west: west ?? '', south: south ?? '', east: east ?? '', north: north ?? '' };
}

const degrees = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** The rectangle as WKT; null: the sides are none yet. */
export function boxWkt(box: TypedBox): string | null {
  const [west, south, east, north] = [box.west, box.south, box.east, box.north].map(degrees);
  if (west === undefined || south === undefined || east === undefined || north === undefined) {
    return null;
  }
  const lies = west < east && south < north;
  if (!lies || west < -180 || east > 180 || south < -90 || north > 90) return null;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return `POLYGON((${ring.map((corner) => corner.join(' ')).join(',')}))`;
}
