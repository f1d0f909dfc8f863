import type { CatalogNode, Field, FieldList, SceneDetail } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { zh } from '../i18n/zh';
import { fieldOf, isDerived } from './knownFields';
import { fieldFault, isGood, isListName, nodeRows, nodesOf, sameDraft } from './listDraft';
import { previewValue } from './previewValue';

const node = (id: number, children: CatalogNode[] = [], objType: CatalogNode['objType'] = 'WX') =>
  ({ id, label: `n${id}`, objType, count: 0, children }) satisfies CatalogNode;

const list = (name: string, nodeIds: number[] = []): FieldList => ({
  name,
  label: name,
  display: [],
  query: [],
  nodeIds,
  version: 1,
});

const field = (key: string): Field => ({ key, label: '字段', labelEn: 'Field', kind: 'text' });

describe('lists of nodes', () => {
  const tree = [node(1, [node(2, [node(3)]), node(4)]), node(9, [node(10)], 'ZL')];

  it('are inherited from the node above, and archives have their own', () => {
    const lists = [list('default'), list('hy', [2]), list('geologicalarchive')];
    const rows = nodeRows(tree, lists);
    expect(rows.map(({ node: { id }, depth, own, above }) => [id, depth, own, above])).toEqual([
      [1, 0, null, 'default'],
      [2, 1, 'hy', 'default'],
      [3, 2, null, 'hy'],
      [4, 1, null, 'default'],
      [9, 0, null, 'geologicalarchive'],
      [10, 1, null, 'geologicalarchive'],
    ]);
    expect(nodesOf(rows, 'hy')).toEqual([2, 3]);
  });

  it('have plain names', () => {
    expect(['default', 'a_1', 'A', 'a-b', '', 'x'.repeat(41)].map(isListName)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('fields of a list', () => {
  it('are known, or name metadata', () => {
    expect(fieldOf('cloud')?.kind).toBe('percent');
    expect(fieldOf('properties.eo:snow_cover|snow')).toMatchObject({ label: 'eo:snow_cover' });
    expect(fieldOf('nothing')).toBeNull();
    expect(fieldOf('properties.')).toBeNull();
    expect(isDerived('centerLatitude')).toBe(true);
    expect(isDerived('properties.Latitude')).toBe(false);
  });

  it('need labels, and cannot be searched by what the footprint tells', () => {
    expect(fieldFault('display', { ...field('cloud'), labelEn: ' ' }, zh.fields)).toEqual({
      labelEn: '请填写标签',
    });
    expect(fieldFault('query', field('leftTopLatitude'), zh.fields)).toEqual({
      key: '由空间范围计算的字段不能用于查询',
    });
    expect(fieldFault('display', field('leftTopLatitude'), zh.fields)).toEqual({});
    const draft = { label: '列表', display: [field('cloud')], query: [] };
    expect(isGood(draft, zh.fields)).toBe(true);
    expect(isGood({ ...draft, display: [] }, zh.fields)).toBe(false);
    expect(isGood({ ...draft, label: ' ' }, zh.fields)).toBe(false);
  });

  it('are the same with no unit and an empty one', () => {
    const draft = { label: '列表', display: [field('cloud')], query: [] };
    expect(sameDraft(draft, { ...draft, display: [{ ...field('cloud'), unit: '' }] })).toBe(true);
    expect(sameDraft(draft, { ...draft, display: [{ ...field('cloud'), unit: '%' }] })).toBe(false);
  });

  it('have the values of a real scene', () => {
    const scene = {
      cloud: 5,
      properties: { 'landsat:wrs_path': 123, snow: 1 },
      fields: [{ key: 'centerLatitude', value: 40 }],
    } as unknown as SceneDetail;
    expect(previewValue(scene, { key: 'cloud' })).toBe(5);
    expect(previewValue(scene, { key: 'orbit' })).toBe(123);
    expect(previewValue(scene, { key: 'properties.none|snow' })).toBe(1);
    expect(previewValue(scene, { key: 'properties.none' })).toBeNull();
    expect(previewValue(scene, { key: 'centerLatitude' })).toBe(40);
    expect(previewValue(scene, { key: 'centerLongitude' })).toBeUndefined();
  });
});
