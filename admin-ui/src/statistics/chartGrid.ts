/** Two charts beside one another where there is room. */
export const CHART_GRID = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const;

/** Percent of one digit, for charts: null of nothing. */
export const shareOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((1000 * part) / all) / 10;

/** `12.5%` */
export const writePercent = (share: number) => `${share}%`;
