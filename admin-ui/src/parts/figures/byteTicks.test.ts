import { formatBytes } from '@scenedock/ui-kit';
import { expect, it } from 'vitest';
import { byteTicks } from './byteTicks';

const GB = 1024 ** 3;

it.each([
  [0, ['0 B', '1 B']],
  [1.8 * 1024 ** 2, ['0 B', '1.0 MB', '2.0 MB']],
  [372.5 * GB, ['0 B', '100.0 GB', '200.0 GB', '300.0 GB', '400.0 GB']],
  [1023.5 * GB, ['0 B', '250.0 GB', '500.0 GB', '750.0 GB', '1000.0 GB', '1.2 TB']],
  [57.9 * 1024 * GB, ['0 B', '20.0 TB', '40.0 TB', '60.0 TB']],
])('an axis up to %d bytes has round numbers of its unit', (largest, ticks) => {
  expect(byteTicks(largest).map(formatBytes)).toEqual(ticks);
  expect(byteTicks(largest).at(-1)).toBeGreaterThanOrEqual(largest);
});
