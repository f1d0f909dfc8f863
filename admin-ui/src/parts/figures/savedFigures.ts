import { formatBytes } from '@scenedock/ui-kit';
import { inGigabytes, percent, volume } from './numbers';

/** A number as a saved table has it, all of it; null where there is no value. */
export interface SavedNumber {
  value: number | null;
  as: 'whole' | 'decimal' | 'percent';
}

/** Of numbers that a page writes with a unit of their own each. */
export type SavedUnit = 'bytes' | 'hours';

/** What a page writes, and the number that it rounds. */
export interface RoundedFigure {
  text: string;
  saved: SavedNumber;
  /** Saved tables name the unit in the heading: the page changes it from row to row. */
  savedUnit?: SavedUnit;
}

/** A cell of a page: a text, or one that may round a number. */
export type SavableCell =
  | string
  | { text: string; saved?: SavedNumber | undefined; savedUnit?: SavedUnit | undefined };

/** A cell as a table file has it. */
export const savedCell = (cell: SavableCell): string | SavedNumber =>
  typeof cell === 'string' ? cell : (cell.saved ?? cell.text);

/** In what a column is saved; undefined: its cells have no unit. */
export function savedUnitAt(
  rows: readonly (readonly SavableCell[])[],
  column: number,
): SavedUnit | undefined {
  const units = rows
    .map((row) => row[column])
    .map((cell) => {
      return typeof cell === 'object' ? cell.savedUnit : undefined;
    });
  return units.find((unit) => unit !== undefined);
}

/** `4.3 GB`; saved in bytes. */
export const bytesFigure = (bytes: number, text = formatBytes(bytes)): RoundedFigure => ({
  text,
  saved: { value: bytes, as: 'whole' },
  savedUnit: 'bytes',
});

/** `1.2500`: TB. */
export const terabytesFigure = (terabytes: number): RoundedFigure => ({
  text: volume(terabytes),
  saved: { value: terabytes, as: 'decimal' },
});

/** `1,234.50`: bytes in GB. */
export const gigabytesFigure = (bytes: number): RoundedFigure => ({
  text: inGigabytes(bytes),
  saved: { value: bytes / 1024 ** 3, as: 'decimal' },
});

/** `12%`; saved as the ratio that it is. */
export const percentFigure = (
  part: number,
  all: number,
  text = percent(part, all),
): RoundedFigure => ({
  text,
  saved: { value: all === 0 ? null : part / all, as: 'percent' },
});

/** `2 小时 5 分`; saved in hours, null where there is none. */
export const durationFigure = (seconds: number | null, text: string): RoundedFigure => ({
  text,
  saved: { value: seconds === null ? null : seconds / 3600, as: 'decimal' },
  savedUnit: 'hours',
});

/** A number that a page writes in its own way; null where there is none. */
export const decimalFigure = (value: number | null, text: string): RoundedFigure => ({
  text,
  saved: { value, as: 'decimal' },
});
