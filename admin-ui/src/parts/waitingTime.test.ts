import { expect, it } from 'vitest';
import { zh } from '../i18n/zh';
import { runningTime, waitingTime } from './waitingTime';

it.each([
  [0, '0 分钟'],
  [59 * 60_000, '59 分钟'],
  [3_600_000, '1 小时'],
  [47 * 3_600_000, '47 小时'],
  [48 * 3_600_000, '2 天'],
  [-5000, '0 分钟'],
])('%d ms of waiting', (passed, words) => {
  const since = '2026-11-21T02:00:00Z';
  expect(waitingTime(since, Date.parse(since) + passed, zh.desk)).toBe(words);
});

it.each([
  [-5000, '0 秒'],
  [119_999, '119 秒'],
  [120_000, '2 分钟'],
  [3_600_000, '1 小时'],
])('%d ms of work', (passed, words) => {
  const since = '2026-11-21T02:00:00Z';
  const all = { ...zh.desk, ...zh.monitor };
  expect(runningTime(since, Date.parse(since) + passed, all)).toBe(words);
});
