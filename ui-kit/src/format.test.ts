import { describe, expect, it } from 'vitest';
import {
  dayEnd,
  dayStart,
  daysBefore,
  formatBytes,
  formatCloud,
  formatDate,
  formatTime,
  formatVolume,
} from './format';

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1587, '1.5 KB'],
    [1588, '1.6 KB'],
    [1_048_524, '1023.9 KB'],
    [1_048_525, '1.0 MB'],
    [10 * 1024 ** 2, '10.0 MB'],
    [5 * 1024 ** 3, '5.0 GB'],
    [123 * 1024 ** 4, '123.0 TB'],
    [5000 * 1024 ** 5, '5000.0 PB'],
    [-1, '-'],
    [Number.NaN, '-'],
    [null, '-'],
    [undefined, '-'],
  ])('%s bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('volumes', () => {
  const words = {
    sizeUnknown: '未知',
    sizePart: (known: string, unsized: number) => `${known}，另有 ${unsized} 景未知`,
  };
  it.each([
    [10, 0, '10 B'],
    [0, 0, '0 B'],
    [0, 2, '未知'],
    [1024, 2, '1.0 KB，另有 2 景未知'],
  ])('%s bytes beside %s scenes without a size', (dataSize, unsizedCount, text) => {
    expect(formatVolume({ dataSize, unsizedCount }, words)).toBe(text);
  });
});

describe('times are Beijing times', () => {
  it.each([
    ['2026-11-21T07:04:05Z', '2026-11-21 15:04'],
    ['2026-12-31T16:00:00Z', '2027-01-01 00:00'],
    ['2026-11-21T07:04:05+08:00', '2026-11-21 07:04'],
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
    expect(formatTime(dayStart('2026-01-02'))).toBe('2026-01-02 00:00');
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
