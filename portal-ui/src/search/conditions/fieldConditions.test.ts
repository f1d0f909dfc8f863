import { type Field, zhCN } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import {
  conditionText,
  dayOfMoment,
  isReversed,
  momentOfDay,
  ownFields,
  withCondition,
} from './fieldConditions';

const field = (key: string, kind: Field['kind'], unit?: string): Field => ({
  key,
  label: key,
  labelEn: key,
  kind,
  ...(unit === undefined ? {} : { unit }),
});

describe('conditions on fields', () => {
  it('are one for each field, and none when nothing is asked', () => {
    const first = withCondition([], { key: 'gsd', min: 1 });
    expect(withCondition(first, { key: 'gsd', max: 5 })).toEqual([{ key: 'gsd', max: 5 }]);
    expect(withCondition(first, { key: 'gsd' })).toEqual([]);
    expect(withCondition(first, { key: 'level', values: [] })).toEqual(first);
    expect(withCondition(first, { key: 'orbit', text: '' })).toEqual(first);
    expect(withCondition([], { key: 'gsd', min: 0 })).toEqual([{ key: 'gsd', min: 0 }]);
  });

  it.each([
    [{ key: 'gsd', min: 1, max: 5 }, field('gsd', 'number', 'm'), '1m – 5m'],
    [{ key: 'cloudy', max: 5 }, field('cloudy', 'percent'), '≤ 5%'],
    [{ key: 'roll', min: -2.5 }, field('roll', 'angle'), '≥ -2.5°'],
    [{ key: 'datasize', min: 2 * 1024 ** 3 }, field('datasize', 'size'), '≥ 2GB'],
    [{ key: 'level', values: ['L1A', 'L2A'] }, field('level', 'choice'), 'L1A、L2A'],
    [{ key: 'orbit', text: '12' }, field('orbit', 'text'), '“12”'],
    [{ key: 'unknown', min: 3 }, undefined, '≥ 3'],
    [{ key: 'receivetime', min: 1704038400000 }, field('receivetime', 'time'), '≥ 2024-01-01'],
  ])('%j reads well', (condition, of, text) => {
    expect(conditionText(condition, of, zhCN)).toBe(text);
  });

  it('cannot want more than they allow', () => {
    expect(isReversed({ key: 'gsd', min: 5, max: 1 })).toBe(true);
    expect(isReversed({ key: 'gsd', min: 5, max: 5 })).toBe(false);
    expect(isReversed({ key: 'gsd', min: 5 })).toBe(false);
  });

  it('take a day as Beijing has it', () => {
    expect(momentOfDay('2024-01-01')).toBe(Date.parse('2024-01-01T00:00:00+08:00'));
    expect(dayOfMoment(momentOfDay('2024-02-29'))).toBe('2024-02-29');
  });

  it('do not ask twice for what every search can ask', () => {
    const fields = [field('satelite', 'choice'), field('gsd', 'number'), field('cloud', 'percent')];
    expect(ownFields(fields).map(({ key }) => key)).toEqual(['gsd']);
  });
});
