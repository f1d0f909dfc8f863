import { describe, expect, it } from 'vitest';
import {
  changedCriteria,
  conditionCount,
  decodeSearch,
  EMPTY_CRITERIA,
  encodeSearch,
  type SearchState,
  searchRequest,
} from './searchState';

const FULL: SearchState = {
  nodeIds: [100016, 12],
  area: { kind: 'drawn', wkt: 'POLYGON((100 30,105.5 30,105.5 33.25,100 33.25,100 30))' },
  from: '2026-01-02',
  to: '2026-03-04',
  satellites: ['GF-1', 'ZY-3'],
  cloudMax: 20,
  text: '云南 & co',
  sort: 'cloud',
  page: 3,
  scene: 'NE-SR_110000',
  centre: [108.2, 29.07],
  zoom: 4.5,
};

const decode = (text: string) => decodeSearch(new URLSearchParams(text));

describe('the address of a search', () => {
  it('reads back what it wrote', () => {
    expect(decode(encodeSearch(FULL).toString())).toEqual(FULL);
    const wkt = 'POLYGON((100 30,101 30,101 31,100 30))';
    const triangle: SearchState = { ...FULL, area: { kind: 'drawn', wkt } };
    expect(decode(encodeSearch(triangle).toString())).toEqual(triangle);
    const region: SearchState = { ...FULL, area: { kind: 'region', code: '156110000' } };
    expect(decode(encodeSearch(region).toString())).toEqual(region);
    const kept: SearchState = { ...FULL, area: { kind: 'kept', id: 'abcdefghij-_0123456789' } };
    expect(decode(encodeSearch(kept).toString())).toEqual(kept);
  });

  it('is empty for a search without conditions', () => {
    expect(encodeSearch(decode('')).toString()).toBe('');
  });

  it('writes a rectangle as four numbers', () => {
    expect(encodeSearch(FULL).get('box')).toBe('100,30,105.5,33.25');
    expect(encodeSearch(FULL).has('wkt')).toBe(false);
  });

  it('keeps a cloud limit of nought', () => {
    expect(decode(encodeSearch({ ...FULL, cloudMax: 0 }).toString()).cloudMax).toBe(0);
  });

  it('takes nonsense as absent', () => {
    const state = decode('page=-3&cloud=900&sort=drop&from=yesterday&box=1,2&c=a,b&z=99&node=x,5');
    expect(state).toMatchObject({ page: 1, cloudMax: null, sort: '-scenedate', from: null });
    expect(state).toMatchObject({ area: null, centre: null, zoom: null, nodeIds: [5] });
  });
});

describe('the search call', () => {
  it('asks for whole days in Beijing', () => {
    expect(searchRequest(FULL)).toMatchObject({
      from: '2026-01-02T00:00:00+08:00',
      to: '2026-03-05T00:00:00+08:00',
      page: 3,
      sort: 'cloud',
    });
  });

  it('leaves out what is not asked for', () => {
    expect(Object.keys(searchRequest(decode(''))).sort()).toEqual(['page', 'pageSize', 'sort']);
  });

  it('counts conditions', () => {
    expect(conditionCount(FULL)).toBe(7);
    expect(conditionCount(decode('page=2&z=3'))).toBe(0);
  });
});

describe('changedCriteria', () => {
  it('names what differs and nothing else', () => {
    const before = { ...EMPTY_CRITERIA, text: 'a', nodeIds: [1] };
    const area = { kind: 'region', code: '156110000' } as const;
    expect(changedCriteria(before, { ...before, nodeIds: [1], area })).toEqual({ area });
    expect(changedCriteria(before, { ...before, text: '', nodeIds: [] })).toEqual({
      text: '',
      nodeIds: [],
    });
    expect(changedCriteria(before, before)).toEqual({});
  });
});
