import type { SavedNumber } from './savedFigures';

/** By which Excel knows that a table is UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}';
/** Signs by which spreadsheets know a formula, which they run; the server's rule is `domain::text::begins_formula`. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Numbers as the pages write them. */
const NUMBER = /^-?\d{1,3}(,\d{3})*(\.\d+)?$/;

/** A cell: a number without marks of thousands, a text never a formula. */
function cellText(cell: string | SavedNumber): string {
  if (typeof cell === 'object') return cell.value === null ? '' : String(cell.value);
  if (NUMBER.test(cell)) return cell.replaceAll(',', '');
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as comma-separated values as RFC 4180 has them, in UTF-8 for Excel. */
export const csvText = (lines: readonly (readonly (string | SavedNumber)[])[]) =>
  BYTE_ORDER_MARK + lines.map((line) => `${line.map(cellText).join(',')}\r\n`).join('');
