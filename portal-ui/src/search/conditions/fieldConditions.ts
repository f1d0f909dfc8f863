import { type Condition, type Field, fieldWord, type Messages } from '@scenedock/ui-kit';

/** Fields that the form asks for anyway, in fields of their own. */
const ASKED_ANYWAY: ReadonlySet<string> = new Set(['satelite', 'sensor', 'scenedate', 'cloud']);

/** The fields of a node that are asked for in its own part of the form. */
export function ownFields(fields: readonly Field[]): Field[] {
  return fields.filter(({ key }) => !ASKED_ANYWAY.has(key));
}

/** Empty of anything that narrows. */
function isEmpty({ values, min, max, text }: Condition): boolean {
  return !values?.length && min === undefined && max === undefined && !text;
}

/** `conditions` with `next` in place of what was asked of its field; an empty one is taken away. */
export function withCondition(conditions: readonly Condition[], next: Condition): Condition[] {
  const others = conditions.filter(({ key }) => key !== next.key);
  return isEmpty(next) ? others : [...others, next];
}

const GIB = 1024 ** 3;

/** Sizes are asked for in GB, everything else as it is kept. */
export const shownPer = (field: Field) => (field.kind === 'size' ? GIB : 1);

export const unitOf = (field: Field) => {
  if (field.kind === 'size') return 'GB';
  if (field.unit) return field.unit;
  if (field.kind === 'percent') return '%';
  return field.kind === 'angle' || field.kind === 'coordinate' ? '°' : '';
};

/** Whether it wants more than it allows, which nothing is. */
export const isReversed = ({ min, max }: Condition) =>
  min !== undefined && max !== undefined && min > max;

/** A condition in words, without the name of its field. */
export function conditionText(condition: Condition, field: Field | undefined, m: Messages): string {
  const { values, text, min, max } = condition;
  if (values !== undefined)
    return m.find.list(values.map((value) => fieldWord(condition.key, value, m)));
  if (text !== undefined) return `“${text}”`;
  const per = field === undefined ? 1 : shownPer(field);
  const unit = field === undefined ? '' : unitOf(field);
  const show = (value: number) =>
    field?.kind === 'time' ? dayOfMoment(value) : `${Math.round((value / per) * 1e4) / 1e4}${unit}`;
  if (max === undefined) return `≥ ${show(min ?? 0)}`;
  return min === undefined ? `≤ ${show(max)}` : `${show(min)} – ${show(max)}`;
}

/** Times are asked for in milliseconds since 1970; days are those of Beijing. */
const BEIJING_MS = 8 * 3_600_000;

export function momentOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - BEIJING_MS;
}

export function dayOfMoment(milliseconds: number): string {
  const date = new Date(milliseconds + BEIJING_MS);
  // An address may hold any number.
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
