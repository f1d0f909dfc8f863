import type { FieldValue } from './api/catalogue';
import { formatSceneSize, formatSecond } from './format';
import type { Messages } from './messages/zh-CN';

type TypedValue = Pick<FieldValue, 'kind' | 'unit' | 'value'>;

const round = (value: number, digits: number) => String(Number(value.toFixed(digits)));

/** Signs stand close to the number, units apart from it. */
function withUnit(text: string, unit: string | null | undefined): string {
  if (!unit) return text;
  return unit === '°' || unit === '%' ? `${text}${unit}` : `${text} ${unit}`;
}

function formatNumber(
  kind: FieldValue['kind'],
  value: number,
  unit: string | null | undefined,
  unknown: string,
) {
  if (kind === 'percent') return `${round(value, 1)}%`;
  if (kind === 'angle') return `${round(value, 4)}°`;
  if (kind === 'size') return formatSceneSize(value, unknown);
  if (kind === 'coordinate') return withUnit(value.toFixed(4), unit);
  return withUnit(String(value), unit);
}

/**
 * A metadata value as people read it: times in Beijing time, sizes with their unit, cloud cover with %, angles with °,
 * coordinates with four decimals, "-" for nothing, `unknown` for a size that nobody knows. What does not fit its kind is
 * shown as it is.
 */
export function formatField({ kind, unit, value }: TypedValue, unknown = '-'): string {
  if (value === null || value === '') return '-';
  const text = String(value);
  if (kind === 'time') {
    const time = formatSecond(text);
    return time === '-' ? text : time;
  }
  if (kind === 'text' || kind === 'choice') return withUnit(text, unit);
  const number = Number(value);
  return Number.isFinite(number) ? formatNumber(kind, number, unit, unknown) : text;
}

/** The field of STAC's satellite extension (v1.0.0) whose values are words: the direction of the orbit. */
const ORBIT_STATE = 'sat:orbit_state';

/** A value that a catalogue has as an English word, in the person's language; others as they are. */
export function fieldWord(key: string, value: string, m: Messages): string {
  if (!key.includes(ORBIT_STATE)) return value;
  const words: Record<string, string> = m.scene.orbitState;
  return words[value.toLowerCase()] ?? value;
}

/** What people read as a field's value: words of a catalogue, and yes or no, in their language. */
export function fieldText(field: TypedValue & Pick<FieldValue, 'key'>, m: Messages): string {
  if (typeof field.value === 'boolean') return field.value ? m.scene.yes : m.scene.no;
  return fieldWord(field.key, formatField(field), m);
}

/** The fields of STAC's SAR extension (v1.0.0). */
const isOfRadar = ({ key }: Pick<FieldValue, 'key'>) => key.startsWith('properties.sar:');

const isEmpty = ({ value }: Pick<FieldValue, 'value'>) => value === null || value === '';

/** The fields that a scene can have: those of radar are none of an optical image, which has a value for none of them. */
export function applicable<F extends Pick<FieldValue, 'key' | 'value'>>(fields: readonly F[]): F[] {
  const radar = fields.some((field) => isOfRadar(field) && !isEmpty(field));
  return fields.filter((field) => radar || !isOfRadar(field));
}
