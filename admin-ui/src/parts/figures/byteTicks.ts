/** Steps of an axis within one unit, each a round number of it. */
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500] as const;
/** Most steps that an axis has. */
const MOST = 5;

/** Where an axis of bytes has its lines: 0, 5 GB, 10 GB rather than 0, 4.7 GB, 9.3 GB, which are round in bytes alone. */
export function byteTicks(largest: number): number[] {
  let unit = 1;
  while (largest / unit >= 1024) unit *= 1024;
  const size = Math.max(1, largest / unit);
  const step = STEPS.find((one) => Math.ceil(size / one) <= MOST) ?? 500;
  const count = Math.ceil(size / step);
  return Array.from({ length: count + 1 }, (_, n) => n * step * unit);
}
