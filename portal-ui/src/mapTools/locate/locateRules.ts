import type { Box, Position } from '../../geo/wkt';
import type { zhPanels } from '../messages/panels.zh';

/** A field of a locating form and what is wrong with it. */
export type Fault<K extends string> = { field: K; text: string };

export type PointFields = { longitude: string; latitude: string };
export type BoxFields = { left: string; top: string; right: string; bottom: string };

/** A typed number of degrees; the degree sign and a full-width minus or point do no harm. */
function degrees(text: string): number {
  const plain = text
    .trim()
    .replace(/[°度]$/, '')
    .replace(/[－−]/g, '-')
    .replaceAll('．', '.');
  return plain === '' ? Number.NaN : Number(plain);
}

const missing = (text: string) => text.trim() === '';
const outside = (text: string, bound: number) => !(Math.abs(degrees(text)) <= bound);

type Rule<K extends string> = [field: K, wrong: (text: string) => boolean, text: string];

function check<K extends string>(fields: Record<K, string>, rules: Rule<K>[]): Fault<K> | null {
  const broken = rules.find(([field, wrong]) => wrong(fields[field]));
  return broken === undefined ? null : { field: broken[0], text: broken[2] };
}

const longitude = (text: string) => outside(text, 180);
const latitude = (text: string) => outside(text, 90);

/** The first fault of a place, in the order of the specification. */
export function checkPoint(
  m: Pick<typeof zhPanels, 'locate'>,
  fields: PointFields,
): Fault<keyof PointFields> | null {
  const l = m.locate;
  return check(fields, [
    ['longitude', missing, l.needLongitude],
    ['latitude', missing, l.needLatitude],
    ['longitude', longitude, l.longitudeRange],
    ['latitude', latitude, l.latitudeRange],
  ]);
}

/** The first fault of a box, in the order of the specification: all four must be there before bounds are looked at. */
export function checkBox(
  m: Pick<typeof zhPanels, 'locate'>,
  fields: BoxFields,
): Fault<keyof BoxFields> | null {
  const l = m.locate;
  const broken = check(fields, [
    ['left', missing, l.needLeft],
    ['top', missing, l.needTop],
    ['right', missing, l.needRight],
    ['bottom', missing, l.needBottom],
    ['left', longitude, l.leftRange],
    ['right', longitude, l.rightRange],
    ['top', latitude, l.topRange],
    ['bottom', latitude, l.bottomRange],
  ]);
  if (broken !== null) return broken;
  const [west, south, east, north] = boxOf(fields);
  if (west >= east) return { field: 'left', text: l.leftOfRight };
  return south >= north ? { field: 'top', text: l.topOverBottom } : null;
}

export const pointOf = ({ longitude, latitude }: PointFields): Position => [
  degrees(longitude),
  degrees(latitude),
];

export const boxOf = ({ left, top, right, bottom }: BoxFields): Box => [
  degrees(left),
  degrees(bottom),
  degrees(right),
  degrees(top),
];
