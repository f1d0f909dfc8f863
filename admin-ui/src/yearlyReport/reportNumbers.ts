import type { ReportNumbers } from '@scenedock/ui-kit';
import { whole } from '../parts/figures/numbers';

/** 2^30 bytes. */
const GB = 1024 ** 3;

/** As charts and tables count it: bytes in GB, tenths of a percent in percent. */
export function figureValue(figure: number, numbers: ReportNumbers): number {
  if (numbers === 'bytes') return figure / GB;
  return numbers === 'permille' ? figure / 10 : figure;
}

/** What {@link figureValue} answered, as people write it. */
export function figureText(value: number, numbers: ReportNumbers): string {
  if (numbers === 'count') return whole(value);
  // What there is of it is never nothing.
  if (numbers === 'bytes' && value > 0 && value < 0.005) return '<0.01';
  return value.toFixed(numbers === 'bytes' ? 2 : 1);
}
