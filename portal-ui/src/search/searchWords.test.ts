import { zhCN } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { type Criteria, EMPTY_CRITERIA } from './searchState';
import { searchSummary, searchWords } from './searchWords';

const leaf = (id: number, label: string) => ({
  id,
  label,
  objType: 'WX' as const,
  count: 1,
  children: [],
});
const names = {
  tree: [leaf(31, 'Sentinel-2'), leaf(32, 'Landsat'), leaf(33, '高分'), leaf(34, '资源')],
  area: '北京市',
  fields: [
    { key: 'gsd', label: '分辨率', labelEn: 'Resolution', kind: 'number' as const, unit: 'm' },
  ],
};
const search = (part: Partial<Criteria>): Criteria => ({ ...EMPTY_CRITERIA, ...part });
const summary = (part: Partial<Criteria>) => searchSummary(search(part), zhCN, names);

describe('a search in words', () => {
  it('says where, what, when and how clear', () => {
    const whole = {
      area: { kind: 'region', code: '156110000' },
      nodeIds: [31],
      from: '2024-01-01',
      to: '2024-06-30',
      cloudMax: 20,
    } as const;
    expect(summary({ ...whole, nodeIds: [...whole.nodeIds] })).toBe(
      '北京市 · Sentinel-2 · 2024-01..2024-06 · 云量≤20%',
    );
  });

  it.each([
    [{ from: '2024-01-01', to: '2024-12-31' }, '2024'],
    [{ from: '2024-02-01', to: '2024-02-29' }, '2024-02'],
    [{ from: '2024-01-02', to: '2024-06-30' }, '2024-01-02..2024-06-30'],
    [{ from: '2024-01-01', to: null }, '2024-01..'],
    [{ from: null, to: '2024-03-05' }, '..2024-03-05'],
  ])('shortens the time %j', (time, text) => {
    expect(summary(time)).toBe(text);
  });

  it('names conditions on fields with their units', () => {
    expect(summary({ conditions: [{ key: 'gsd', max: 5 }] })).toBe('分辨率 ≤ 5m');
    expect(summary({ conditions: [{ key: 'x', text: 'a' }] })).toBe('x “a”');
  });

  it('calls satellites and sensors what people call them, and takes back what is kept', () => {
    const criteria = search({ satellites: ['landsat-8'], sensors: ['oli,tirs'] });
    expect(searchWords(criteria, zhCN, names)).toEqual([
      { id: 'sat-landsat-8', label: 'Landsat 8', without: { satellites: [] } },
      { id: 'sen-oli,tirs', label: 'OLI/TIRS', without: { sensors: [] } },
    ]);
  });

  it('does not list more than three nodes', () => {
    expect(summary({ nodeIds: [31, 32, 33, 34] })).toBe('Sentinel-2 等 4 个目录');
    expect(summary({ nodeIds: [31, 32] })).toBe('Sentinel-2 · Landsat');
  });

  it('gives every condition a way to be taken back', () => {
    const all = search({
      kind: 'WX',
      nodeIds: [31, 32],
      area: { kind: 'region', code: '156110000' },
      from: '2024-01-01',
      to: '2024-06-30',
      satellites: ['a', 'b'],
      sensors: ['c'],
      cloudMax: 20,
      text: 'x',
      onlineOnly: true,
      conditions: [{ key: 'gsd', max: 5 }],
    });
    let left = all;
    // One after the other, each time the first that is still there.
    for (let step = 0; step < 20; step += 1) {
      const [word] = searchWords(left, zhCN, names);
      if (word === undefined) break;
      left = { ...left, ...word.without };
    }
    expect(left).toEqual(EMPTY_CRITERIA);
  });
});
