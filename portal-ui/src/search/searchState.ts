import { type CatalogueSearch, dayEnd, dayStart, type SceneSort } from '@scenedock/ui-kit';
import { type AreaChoice, areaParams, areaRequest, readAreaParams } from '../area/areaChoice';

export const SORTS = [
  '-scenedate',
  'scenedate',
  'dataname',
  'cloud',
] as const satisfies SceneSort[];

export const PAGE_SIZE = 20;

/** What a search looks for. Days are `yyyy-MM-dd` in Beijing. */
export type Criteria = {
  nodeIds: number[];
  area: AreaChoice | null;
  from: string | null;
  to: string | null;
  satellites: string[];
  cloudMax: number | null;
  text: string;
};

/** All that the address of the search page holds. */
export type SearchState = Criteria & {
  sort: (typeof SORTS)[number];
  page: number;
  /** The scene whose dialog is open. */
  scene: string | null;
  /** Centre of the map, longitude and latitude. */
  centre: readonly [number, number] | null;
  zoom: number | null;
};

export const EMPTY_CRITERIA: Criteria = {
  nodeIds: [],
  area: null,
  from: null,
  to: null,
  satellites: [],
  cloudMax: null,
  text: '',
};

/** The conditions alone, in a fixed order of fields, so that equal conditions are equal as JSON. */
export function criteriaOf(state: SearchState): Criteria {
  const { nodeIds, area, from, to, satellites, cloudMax, text } = state;
  return { nodeIds, area, from, to, satellites, cloudMax, text };
}

/** The conditions of `now` that `before` had otherwise. */
export function changedCriteria(before: Criteria, now: Criteria): Partial<Criteria> {
  const same = (key: string, value: unknown) =>
    JSON.stringify(before[key as keyof Criteria]) === JSON.stringify(value);
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !same(key, value)));
}

const list = (text: string | null) => (text ?? '').split(',').filter((part) => part !== '');

function numberIn(text: string | null, low: number, high: number): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= low && value <= high ? value : null;
}

const day = (text: string | null) => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text : null);

function readCentre(text: string | null): SearchState['centre'] {
  const [lon, lat] = list(text).map(Number);
  const known = lon !== undefined && lat !== undefined && Math.abs(lon) <= 180;
  return known && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

/** Reads an address; whatever does not make sense is taken as absent. */
export function decodeSearch(params: URLSearchParams): SearchState {
  const sort = params.get('sort');
  return {
    nodeIds: list(params.get('node')).map(Number).filter(Number.isInteger),
    area: readAreaParams(params),
    from: day(params.get('from')),
    to: day(params.get('to')),
    satellites: list(params.get('sat')),
    cloudMax: numberIn(params.get('cloud'), 0, 100),
    text: params.get('q') ?? '',
    sort: SORTS.find((one) => one === sort) ?? '-scenedate',
    page: Math.trunc(numberIn(params.get('page'), 1, 1_000_000) ?? 1),
    scene: params.get('scene'),
    centre: readCentre(params.get('c')),
    zoom: numberIn(params.get('z'), 0, 22),
  };
}

/** The shortest address that reads back as `state`. */
export function encodeSearch(state: SearchState): URLSearchParams {
  const entries: Record<string, string | null | undefined> = {
    node: state.nodeIds.join(','),
    ...areaParams(state.area),
    from: state.from,
    to: state.to,
    sat: state.satellites.join(','),
    cloud: state.cloudMax?.toString(),
    q: state.text,
    sort: state.sort === '-scenedate' ? null : state.sort,
    page: state.page === 1 ? null : String(state.page),
    scene: state.scene,
    c: state.centre?.map((value) => String(Math.round(value * 10_000) / 10_000)).join(','),
    z: state.zoom === null ? null : String(Math.round(state.zoom * 100) / 100),
  };
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(entries)) if (value) params.set(key, value);
  return params;
}

/** The call that answers `state`. */
export function searchRequest(state: SearchState): CatalogueSearch {
  return {
    ...(state.nodeIds.length > 0 ? { nodeIds: state.nodeIds } : {}),
    ...areaRequest(state.area),
    ...(state.from !== null ? { from: dayStart(state.from) } : {}),
    ...(state.to !== null ? { to: dayEnd(state.to) } : {}),
    ...(state.satellites.length > 0 ? { satellites: state.satellites } : {}),
    ...(state.cloudMax !== null ? { cloudMax: state.cloudMax } : {}),
    ...(state.text !== '' ? { text: state.text } : {}),
    sort: state.sort,
    page: state.page,
    pageSize: PAGE_SIZE,
  };
}

/** How many conditions narrow the search. */
export function conditionCount(state: Criteria): number {
  const set = [state.from, state.to, state.cloudMax, state.area].filter((one) => one !== null);
  const lists = [state.nodeIds, state.satellites, state.text].filter((one) => one.length > 0);
  return set.length + lists.length;
}
