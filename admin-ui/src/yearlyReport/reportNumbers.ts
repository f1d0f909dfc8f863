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
  return value.toFixed(numbers === 'bytes' ? 2 : 1);
}
