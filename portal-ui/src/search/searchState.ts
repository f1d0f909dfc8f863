import type { CatalogKind, Condition, SceneSort } from '@scenedock/ui-kit';
import { type AreaChoice, areaParams, readAreaParams } from '../area/areaChoice';
import { readCondition, readList, writeCondition, writeList } from './addressText';

export const SORTS = [
  'pictures',
  '-scenedate',
  'scenedate',
  'dataname',
  '-dataname',
  'cloud',
  '-cloud',
  'datasize',
  '-datasize',
  'satelite',
  '-satelite',
] as const satisfies SceneSort[];

export const PAGE_SIZES = [10, 20, 50, 100] as const;

export const VIEWS = ['list', 'cards', 'footprints'] as const;

/** Satellite imagery, archive records, standard products. */
export const KINDS = ['WX', 'ZL', 'BZCP'] as const satisfies CatalogKind[];

const SIDES = ['conditions', 'facets'] as const;

export type View = (typeof VIEWS)[number];
export type Side = (typeof SIDES)[number];

/** What a search looks for. Days are `yyyy-MM-dd` in Beijing. */
export type Criteria = {
  /** Null is all of them at once. */
  kind: CatalogKind | null;
  nodeIds: number[];
  area: AreaChoice | null;
  from: string | null;
  to: string | null;
  satellites: string[];
  sensors: string[];
  cloudMax: number | null;
  /** With a limit of cloud: scenes whose cloud cover nobody knows are let through. */
  unknownCloud: boolean;
  text: string;
  onlineOnly: boolean;
  /** On the query fields of the chosen nodes. */
  conditions: Condition[];
};

/** All that the address of the search page holds. */
export type SearchState = Criteria & {
  sort: (typeof SORTS)[number];
  page: number;
  pageSize: number;
  view: View;
  /** What the left panel shows. */
  side: Side;
  /** Whether the cheapest cover of the area stands in place of the results. */
  cover: boolean;
  /** The scene whose dialog is open. */
  scene: string | null;
  /** Centre of the map, longitude and latitude. */
  centre: readonly [number, number] | null;
  zoom: number | null;
};

export const EMPTY_CRITERIA: Criteria = {
  kind: null,
  nodeIds: [],
  area: null,
  from: null,
  to: null,
  satellites: [],
  sensors: [],
  cloudMax: null,
  unknownCloud: false,
  text: '',
  onlineOnly: false,
  conditions: [],
};

const CRITERIA_KEYS = Object.keys(EMPTY_CRITERIA) as (keyof Criteria)[];

/** The conditions alone, in a fixed order of fields, so that equal conditions are equal as JSON. */
export function criteriaOf(state: Criteria): Criteria {
  return Object.fromEntries(CRITERIA_KEYS.map((key) => [key, state[key]])) as Criteria;
}

/** The conditions of `now` that `before` had otherwise. */
export function changedCriteria(before: Criteria, now: Criteria): Partial<Criteria> {
  const same = (key: keyof Criteria) => JSON.stringify(before[key]) === JSON.stringify(now[key]);
  return Object.fromEntries(
    CRITERIA_KEYS.filter((key) => !same(key)).map((key) => [key, now[key]]),
  );
}

/** `before` after a change; a cover is of one search and does not outlast it. */
export function changedState(before: SearchState, part: Partial<SearchState>): SearchState {
  const merged = { ...before, ...part };
  const next = merged.cloudMax === null ? { ...merged, unknownCloud: false } : merged;
  const other = Object.keys(changedCriteria(before, next)).length > 0;
  return other ? { ...next, cover: part.cover ?? false } : next;
}

/** How many conditions narrow the search. */
export function conditionCount(state: Criteria): number {
  const empty = EMPTY_CRITERIA;
  // What becomes of unknown clouds belongs to the limit of cloud.
  const counted = CRITERIA_KEYS.filter((key) => key !== 'unknownCloud');
  return counted.filter((key) => JSON.stringify(state[key]) !== JSON.stringify(empty[key])).length;
}

function numberIn(text: string | null, low: number, high: number): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= low && value <= high ? value : null;
}

const day = (text: string | null) => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text : null);

function oneOf<T>(known: readonly T[], value: unknown): T | null {
  return known.find((one) => one === value) ?? null;
}

function readCentre(text: string | null): SearchState['centre'] {
  const [lon, lat] = readList(text).map(Number);
  const known = lon !== undefined && lat !== undefined && Math.abs(lon) <= 180;
  return known && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

function readCriteria(params: URLSearchParams): Criteria {
  return {
    kind: oneOf(KINDS, params.get('type')),
    nodeIds: readList(params.get('node')).map(Number).filter(Number.isInteger),
    area: readAreaParams(params),
    from: day(params.get('from')),
    to: day(params.get('to')),
    satellites: readList(params.get('sat')),
    sensors: readList(params.get('sen')),
    cloudMax: numberIn(params.get('cloud'), 0, 100),
    unknownCloud: params.get('cloud') !== null && params.get('nocloud') === '1',
    text: params.get('q') ?? '',
    onlineOnly: params.get('online') === '1',
    conditions: params
      .getAll('f')
      .map(readCondition)
      .filter((one) => one !== null),
  };
}

/** Reads an address; whatever does not make sense is taken as absent. */
export function decodeSearch(params: URLSearchParams): SearchState {
  return {
    ...readCriteria(params),
    sort: oneOf(SORTS, params.get('sort')) ?? 'pictures',
    page: Math.trunc(numberIn(params.get('page'), 1, 1_000_000) ?? 1),
    pageSize: oneOf(PAGE_SIZES, Number(params.get('size'))) ?? 20,
    view: oneOf(VIEWS, params.get('view')) ?? 'list',
    side: oneOf(SIDES, params.get('side')) ?? 'conditions',
    cover: params.get('cover') === '1',
    scene: params.get('scene'),
    centre: readCentre(params.get('c')),
    zoom: numberIn(params.get('z'), 0, 22),
  };
}

/** Every name in an address that belongs to a search; all others are somebody else's. */
const OWN =
  'type node region area box wkt from to sat sen cloud nocloud q online f sort page size view side cover scene c z'.split(
    ' ',
  );

const unless = <T extends string | number>(usual: T, value: T) =>
  value === usual ? null : String(value);

function entries(state: SearchState): Record<string, string | null | undefined> {
  return {
    type: state.kind,
    node: state.nodeIds.join(','),
    ...areaParams(state.area),
    from: state.from,
    to: state.to,
    sat: writeList(state.satellites),
    sen: writeList(state.sensors),
    cloud: state.cloudMax?.toString(),
    nocloud: state.unknownCloud && state.cloudMax !== null ? '1' : null,
    q: state.text,
    online: state.onlineOnly ? '1' : null,
    sort: unless('pictures', state.sort),
    page: unless(1, state.page),
    size: unless(20, state.pageSize),
    view: unless('list', state.view),
    side: unless('conditions', state.side),
    cover: state.cover ? '1' : null,
    scene: state.scene,
    c: state.centre?.map((value) => String(Math.round(value * 10_000) / 10_000)).join(','),
    z: state.zoom === null ? null : String(Math.round(state.zoom * 100) / 100),
  };
}

/** The shortest address that reads back as `state`, with whatever else `before` held. */
export function encodeSearch(state: SearchState, before?: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const key of OWN) params.delete(key);
  for (const [key, value] of Object.entries(entries(state))) if (value) params.set(key, value);
  for (const one of state.conditions) params.append('f', writeCondition(one));
  return params;
}

/** The address of a search that can be kept: its conditions and how they are shown, nothing of the moment. */
export function keptQuery(state: SearchState): string {
  const rest = { ...state, page: 1, scene: null, cover: false, side: 'conditions' as const };
  return encodeSearch({ ...rest, centre: null, zoom: null }).toString();
}
