import type { CoverageItem } from '@scenedock/ui-kit';
import { whole } from '../parts/figures/numbers';
import type { FigureKind } from './useCoverageAddress';

/** `12.3%`; what is not nothing is not shown as nothing, nor what is not all as all. */
export function shareWords(percent: number): string {
  if (percent > 0 && percent < 0.1) return '<0.1%';
  if (percent < 100 && percent > 99.9) return '>99.9%';
  return `${percent.toFixed(percent === 0 || percent === 100 ? 0 : 1)}%`;
}

/** A figure of the table. */
export function written(
  { scenes, share }: Pick<CoverageItem, 'scenes' | 'share'>,
  shown: FigureKind,
): string {
  if (shown === 'scenes') return whole(scenes);
  return share === null ? '—' : shareWords(share);
}
