import type { Condition } from '@scenedock/ui-kit';

/** The characters that part a list in an address, written otherwise. */
const guard = (text: string) => text.replace(/[%,:|]/g, (char) => encodeURIComponent(char));

function unguard(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return text;
  }
}

/** `a,b,c`; a comma inside a value is written otherwise. */
export const writeList = (values: readonly string[]) => values.map(guard).join(',');

export const readList = (text: string | null) =>
  (text ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map(unguard);

/**
 * One condition on a field as an address has it: `level:=L1A|L2A` (any of), `gsd:1..5` (between, either end may be
 * left out) or `level:~L1` (part of).
 */
export function writeCondition({ key, values, min, max, text }: Condition): string {
  if (values !== undefined) return `${guard(key)}:=${values.map(guard).join('|')}`;
  if (text !== undefined) return `${guard(key)}:~${guard(text)}`;
  return `${guard(key)}:${min ?? ''}..${max ?? ''}`;
}

const bound = (text: string | undefined) => {
  const value = Number(text);
  return text && Number.isFinite(value) ? value : undefined;
};

/** Reads back what {@link writeCondition} wrote; null when it makes no sense. */
export function readCondition(written: string): Condition | null {
  const at = written.indexOf(':');
  if (at < 1) return null;
  const key = unguard(written.slice(0, at));
  const rest = written.slice(at + 1);
  const body = rest.slice(1);
  if (rest.startsWith('~')) return body === '' ? null : { key, text: unguard(body) };
  if (rest.startsWith('='))
    return body === '' ? null : { key, values: body.split('|').map(unguard) };
  const [low, high, ...more] = rest.split('..');
  const min = bound(low);
  const max = bound(high);
  if (more.length > 0 || (min === undefined && max === undefined)) return null;
  return { key, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
