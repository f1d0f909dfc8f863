import { describe, expect, it } from 'vitest';
import {
  dayEnd,
  dayStart,
  daysBefore,
  formatBytes,
  formatCloud,
  formatDate,
  formatTime,
} from './format';

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1536, '1.50 KB'],
    [10 * 1024 ** 2, '10.0 MB'],
    [5 * 1024 ** 3, '5.00 GB'],
    [123 * 1024 ** 4, '123 TB'],
    [5000 * 1024 ** 5, '5000 PB'],
    [-1, '-'],
    [Number.NaN, '-'],
    [null, '-'],
    [undefined, '-'],
  ])('%s bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('times are Beijing times', () => {
  it.each([
    ['2026-11-21T07:04:05Z', '2026-11-21 15:04:05'],
    ['2026-12-31T16:00:00Z', '2027-01-01 00:00:00'],
    ['2026-11-21T07:04:05+08:00', '2026-11-21 07:04:05'],
    ['', '-'],
    [null, '-'],
    ['soon', '-'],
  ])('%s is %s', (time, text) => {
    expect(formatTime(time)).toBe(text);
  });

  it('shows the day there', () => {
    expect(formatDate('2026-12-31T16:00:00Z')).toBe('2027-01-01');
  });

  it('spans whole days', () => {
    expect(formatTime(dayStart('2026-01-02'))).toBe('2026-01-02 00:00:00');
    expect(dayEnd('2026-01-02')).toBe('2026-01-03T00:00:00+08:00');
    expect(dayEnd('2026-12-31')).toBe('2027-01-01T00:00:00+08:00');
  });

  it('counts back in days', () => {
    expect(daysBefore(new Date('2026-03-01T00:00:00Z'), 1)).toBe('2026-02-28');
  });
});

describe('cloud cover', () => {
  it('is a rounded percentage, or unknown', () => {
    expect([formatCloud(0), formatCloud(12.34), formatCloud(null)]).toEqual(['0%', '12.3%', '-']);
  });
});
