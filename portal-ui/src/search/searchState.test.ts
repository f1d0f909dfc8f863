import type { Condition } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import type { AreaChoice } from '../area/areaChoice';
import { filterRequest, searchRequest } from './searchRequest';
import {
  changedCriteria,
  changedState,
  conditionCount,
  decodeSearch,
  EMPTY_CRITERIA,
  encodeSearch,
  KINDS,
  keptQuery,
  PAGE_SIZES,
  type SearchState,
  SORTS,
  VIEWS,
} from './searchState';

const FULL: SearchState = {
  kind: 'WX',
  nodeIds: [100016, 12],
  area: { kind: 'drawn', wkt: 'POLYGON((100 30,105.5 30,105.5 33.25,100 33.25,100 30))' },
  from: '2026-01-02',
  to: '2026-03-04',
  satellites: ['GF-1', 'ZY-3'],
  sensors: ['oli,tirs', 'msi'],
  cloudMax: 20,
  unknownCloud: true,
  text: '云南 & co',
  onlineOnly: true,
  conditions: [{ key: 'gsd', min: 1, max: 5 }],
  sort: 'cloud',
  page: 3,
  pageSize: 50,
  view: 'cards',
  side: 'facets',
  cover: true,
  scene: 'NE-SR_110000',
  centre: [108.2, 29.07],
  zoom: 4.5,
};

const decode = (text: string) => decodeSearch(new URLSearchParams(text));

/** Random numbers that are the same in every run (mulberry32). */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (limit: number) => Math.floor(next() * limit);
  const one = <T>(list: readonly T[]): T => list[upTo(list.length)] as T;
  const some = <T>(make: () => T) => Array.from({ length: upTo(4) }, make);
  return { upTo, one, some, maybe: <T>(make: () => T) => (next() < 0.3 ? null : make()) };
}

const LETTERS = [...'aZ9云%,:|~=.&+# ;/?"\'\\{}é', '..', '%2C', '😀'];

/** Any state that a person could bring about, with the most awkward texts in it. */
function anyState(seed: number): SearchState {
  const { upTo, one, some, maybe } = dice(seed);
  const text = () => `x${some(() => one(LETTERS)).join('')}y`;
  const day = () => `20${10 + upTo(20)}-0${1 + upTo(9)}-${10 + upTo(18)}`;
  const number = () => (upTo(20_000) - 10_000) / one([1, 10, 1000]);
  const condition = (): Condition => {
    const key = one(['gsd', 'level', 'properties.eo:cloud|properties.c', text()]);
    const values = [text(), text()];
    const range = { min: number(), max: number() };
    return { key, ...one([{ values }, { text: text() }, range, { min: 0 }, { max: -1.5 }]) };
  };
  const area = (): AreaChoice =>
    one<AreaChoice>([
      { kind: 'region', code: '156110000' },
      { kind: 'kept', id: 'abcdefghij-_0123456789' },
      { kind: 'drawn', wkt: 'POLYGON((100 30,101 30,101 31,100 30))' },
      { kind: 'drawn', wkt: 'POLYGON((100 30,105.5 30,105.5 33.25,100 33.25,100 30))' },
    ]);
  const clouds = () => {
    const cloudMax = maybe(() => upTo(101));
    return { cloudMax, unknownCloud: cloudMax !== null && upTo(2) === 1 };
  };
  return {
    kind: maybe(() => one(KINDS)),
    nodeIds: some(() => upTo(100_000)),
    area: maybe(area),
    from: maybe(day),
    to: maybe(day),
    satellites: some(text),
    sensors: some(text),
    ...clouds(),
    text: maybe(text) ?? '',
    onlineOnly: upTo(2) === 1,
    conditions: some(condition),
    sort: one(SORTS),
    page: 1 + upTo(1000),
    pageSize: one(PAGE_SIZES),
    view: one(VIEWS),
    side: one(['conditions', 'facets']),
    cover: one([true, false]),
    scene: maybe(text),
    centre: maybe(() => [(upTo(3600) - 1800) / 10, (upTo(1800) - 900) / 10] as const),
    zoom: maybe(() => upTo(2200) / 100),
  };
}

describe('the address of a search', () => {
  it('reads back what it wrote', () => {
    expect(decode(encodeSearch(FULL).toString())).toEqual(FULL);
  });

  it('reads back whatever it wrote', () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const state = anyState(seed);
      expect(decode(encodeSearch(state).toString()), `seed ${seed}`).toEqual(state);
    }
  });

  it('is empty for a search without conditions', () => {
    expect(encodeSearch(decode('')).toString()).toBe('');
  });

  it('writes a rectangle as four numbers', () => {
    expect(encodeSearch(FULL).get('box')).toBe('100,30,105.5,33.25');
    expect(encodeSearch(FULL).has('wkt')).toBe(false);
  });

  it('leaves alone what others keep in the address', () => {
    const before = new URLSearchParams('panes=2&navHide=1&q=old&f=gsd:1..2&region=156110000');
    const after = encodeSearch({ ...decode(''), text: 'new' }, before);
    expect([...after].sort()).toEqual([
      ['navHide', '1'],
      ['panes', '2'],
      ['q', 'new'],
    ]);
  });

  it('keeps a cloud limit of nought', () => {
    expect(decode(encodeSearch({ ...FULL, cloudMax: 0 }).toString()).cloudMax).toBe(0);
  });

  it('takes nonsense as absent', () => {
    const state = decode(
      'page=-3&cloud=900&sort=drop&from=yesterday&box=1,2&c=a,b&z=99&node=x,5&type=J&size=7&view=x' +
        '&f=gsd&f=:1..2&f=gsd:..&f=gsd:=&f=gsd:a..b&f=gsd:~&f=gsd:1..2..3',
    );
    expect(state).toMatchObject({ page: 1, cloudMax: null, sort: 'pictures', from: null });
    expect(state).toMatchObject({ area: null, centre: null, zoom: null, nodeIds: [5] });
    expect(state).toMatchObject({ kind: null, pageSize: 20, view: 'list', conditions: [] });
  });

  it('keeps the conditions and the order of a search, not where one was in it', () => {
    expect(decode(keptQuery(FULL))).toEqual({
      ...FULL,
      page: 1,
      cover: false,
      scene: null,
      side: 'conditions',
      centre: null,
      zoom: null,
    });
  });
});

describe('the search call', () => {
  it('asks for whole days in Beijing', () => {
    expect(searchRequest(FULL)).toMatchObject({
      from: '2026-01-02T00:00:00+08:00',
      to: '2026-03-05T00:00:00+08:00',
      page: 3,
      pageSize: 50,
      sort: 'cloud',
    });
  });

  it('leaves out what is not asked for', () => {
    expect(Object.keys(searchRequest(decode(''))).sort()).toEqual(['page', 'pageSize', 'sort']);
    expect(filterRequest(EMPTY_CRITERIA)).toEqual({});
  });

  it('asks how much each scene covers where there is an area, and only of the page', () => {
    expect(searchRequest(FULL).coverage).toBe(true);
    expect(searchRequest({ ...FULL, area: null }).coverage).toBeUndefined();
    expect(filterRequest(FULL)).not.toHaveProperty('coverage');
    expect(filterRequest(FULL)).not.toHaveProperty('page');
  });

  it('names object type, sensors, online files and conditions on fields', () => {
    expect(filterRequest(FULL)).toMatchObject({
      objTypes: ['WX'],
      sensors: ['oli,tirs', 'msi'],
      onlineOnly: true,
      conditions: [{ key: 'gsd', min: 1, max: 5 }],
    });
  });

  it('counts conditions', () => {
    expect(conditionCount(FULL)).toBe(11);
    expect(conditionCount(decode('page=2&z=3&view=cards&size=50'))).toBe(0);
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

describe('changedState', () => {
  it('leaves the cheapest cover when something else is searched for, and only then', () => {
    expect(changedState(FULL, { text: 'other' })).toEqual({ ...FULL, text: 'other', cover: false });
    expect(changedState(FULL, { text: FULL.text, view: 'list' }).cover).toBe(true);
    expect(changedState(FULL, { scene: 'x' }).cover).toBe(true);
  });
});
