import { expect, it } from 'vitest';
import { bytesOfMegabytes, megabytesOf } from './bandwidth';
import { zhSubscriptions } from './messages/subscriptions.zh-CN';
import { bandwidthText } from './messages/useSubscriptionWords';

it('is typed in megabytes a second and goes back as it came', () => {
  expect(megabytesOf(null)).toBe('');
  expect(megabytesOf(5 * 1024 ** 2)).toBe('5');
  expect(bytesOfMegabytes(' ', 7)).toBeNull();
  expect(bytesOfMegabytes('1.5', null)).toBe(1.5 * 1024 ** 2);
  expect(bytesOfMegabytes('0.001', 1000)).toBe(1000);
  expect(bytesOfMegabytes('0.002', 1000)).toBe(2097);
});

it('is the lower one of what the owner and what administrators have set', () => {
  const say = (bytesPerSecond: number | null, mostBytesPerSecond: number | null) =>
    bandwidthText({ bytesPerSecond, mostBytesPerSecond }, zhSubscriptions);
  expect(say(null, null)).toBe('不限');
  expect(say(2 * 1024 ** 2, null)).toBe('2.0 MB/s');
  expect(say(2 * 1024 ** 2, 1024 ** 2)).toBe('1.0 MB/s');
});
