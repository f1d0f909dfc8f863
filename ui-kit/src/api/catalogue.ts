import { type RequestOptions, request } from './client';
import type { CatalogKind, Page, PageQuery, Scene, SceneSearch } from './types';

type Signal = Pick<RequestOptions, 'signal'>;

/** A region of the administrative division; the nation is 156000000. */
export type Region = { areaName: string; areaCode: string };
export type RegionLevel = 'nation' | 'province' | 'city' | 'county';
export type RegionItem = Region & { level: RegionLevel; parentCode: string; initial: string };
/** By first letter in pinyin, and as one list. */
export type RegionList = Page<RegionItem> & { groups: Record<string, Region[]> };

/** What an area is: square metres, west/south/east/north. */
export type CheckedArea = {
  wkt: string;
  area: number;
  bbox: [number, number, number, number];
  vertices: number;
  tooLarge: boolean;
  message: string | null;
};
export type KeptArea = { areaId: string; area: number; bbox: [number, number, number, number] };

/** One condition on a query field of the chosen nodes. */
export type Condition = {
  key: string;
  values?: string[];
  min?: number;
  max?: number;
  text?: string;
};

/** A search with all that it can be narrowed by. */
export type CatalogueSearch = SceneSearch & {
  region?: string;
  areaId?: string;
  objTypes?: CatalogKind[];
  conditions?: Condition[];
  onlineOnly?: boolean;
  facets?: boolean;
  coverage?: boolean;
};

export type Count<T> = { value: T; count: number };
export type SearchFacets = {
  satellites: Count<string>[];
  sensors: Count<string>[];
  years: Count<string>[];
  clouds: { from: number | null; to: number | null; count: number }[];
  nodes: Count<number>[];
  online: number;
};
export type MonthCount = { month: string; count: number };
export type FoundScene = Scene & { coverage?: number | null };
export type SearchAnswer = Page<FoundScene> & {
  facets?: SearchFacets | null;
  histogram?: MonthCount[] | null;
  coverage?: number | null;
};
export type Cover = { dataIds: string[]; coverage: number };

/** Exterior rings in degrees times `scale`: first position absolute, then differences, not closed. */
export type Footprints = {
  total: number;
  shown: number;
  scale: number;
  ids: string[];
  rings: number[][][];
};

export type FieldKind =
  | 'text'
  | 'number'
  | 'time'
  | 'size'
  | 'percent'
  | 'choice'
  | 'angle'
  | 'coordinate';
export type Field = {
  key: string;
  label: string;
  labelEn: string;
  kind: FieldKind;
  unit?: string | null;
  options?: string[] | null;
};
export type NodeFields = { list: string; inherited: boolean; display: Field[]; query: Field[] };
export type FieldList = {
  name: string;
  label: string;
  display: Field[];
  query: Field[];
  nodeIds: number[];
};
export type FieldValue = Omit<Field, 'options'> & { value: string | number | null };
export type SceneDetail = Scene & {
  gsd: number | null;
  fileName: string | null;
  properties: Record<string, unknown>;
  fields: FieldValue[];
};

export type SimilarScene = Scene & {
  why: { overlap: number; days: number | null; sameSensor: boolean; sameSatellite: boolean };
};
export type RecommendedScene = Scene & { because: string };

export type LayerSwitch = { serviceId: string; serviceOrder: number; serviceStatus: 0 | 1 };
/** `center` is "longitude,latitude". */
export type NewBookmark = {
  name: string;
  mapConfigList: LayerSwitch[];
  wkt: string | null;
  center: string;
  zoom: number;
};
export type Bookmark = NewBookmark & { id: string };
/** `query` is the query string of the search page. */
export type SavedSearch = { id: string; name: string; query: string; createdAt: string };

export type LayerType = 'XYZ' | 'WMTS' | 'arcgis' | 'WMS';
export type MapLayer = {
  name: string;
  layerName: string;
  layerUrl: string;
  layerType: LayerType;
  visible: boolean;
};
export type MapConfig = {
  vector: MapLayer | null;
  imagery: MapLayer | null;
  terrain: MapLayer | null;
  layers: MapLayer[];
  extent: [number, number, number, number] | null;
};
export type SysInfo = { sysKey: string; sysValue: string };

export type AddedToCart = { added: number; already: number; total: number; full: boolean };

const node = (id: number) => `/api/catalog/nodes/${id}/fields`;
const list = (name: string) => `/api/catalog/fieldLists/${encodeURIComponent(name)}`;
const scene = (id: string) => `/api/scenes/${encodeURIComponent(id)}`;

/** Calls of the catalogue, the map and the cart. */
export const catalogue = {
  search: (body: CatalogueSearch, options: Signal = {}) =>
    request<SearchAnswer>('POST', '/api/scenes/search', { ...options, body }),
  footprints: (body: CatalogueSearch, options: Signal = {}) =>
    request<Footprints>('POST', '/api/scenes/footprints', { ...options, body }),
  cover: (body: CatalogueSearch, options: Signal = {}) =>
    request<Cover>('POST', '/api/scenes/cover', { ...options, body }),
  scene: (id: string, options: Signal = {}) => request<SceneDetail>('GET', scene(id), options),
  similar: (id: string, options: Signal = {}) =>
    request<Page<SimilarScene>>('GET', `${scene(id)}/similar`, options),
  recommend: (options: Signal = {}) =>
    request<Page<RecommendedScene>>('GET', '/api/recommend', options),
  cartCount: (options: Signal = {}) =>
    request<{ count: number }>('GET', '/api/cart/count', options),
  cartList: (query: PageQuery & { text?: string }, options: Signal = {}) =>
    request<Page<Scene>>('GET', '/api/cart', { ...options, query }),
  addFound: (body: CatalogueSearch) => request<AddedToCart>('POST', '/api/cart/search', { body }),
  removeByName: (names: string[]) => request<unknown>('DELETE', '/api/cart', { body: { names } }),
  regions: (query: { level?: RegionLevel; parent?: string; q?: string }, options: Signal = {}) =>
    request<RegionList>('GET', '/api/regions', { ...options, query }),
  regionWkt: (code: string, options: Signal = {}) =>
    request<Region & { wkt: string }>(
      'GET',
      `/api/regions/${encodeURIComponent(code)}/wkt`,
      options,
    ),
  checkArea: (wkt: string, options: Signal = {}) =>
    request<CheckedArea>('POST', '/api/areas/check', { ...options, body: { wkt } }),
  uploadArea: (file: File, options: Signal = {}) => {
    const body = new FormData();
    body.append('file', file);
    return request<CheckedArea & { name: string }>('POST', '/api/areas', { ...options, body });
  },
  keepArea: (wkt: string) => request<KeptArea>('POST', '/api/areas/kept', { body: { wkt } }),
  keptArea: (id: string, options: Signal = {}) =>
    request<KeptArea & { wkt: string }>(
      'GET',
      `/api/areas/kept/${encodeURIComponent(id)}`,
      options,
    ),
  fields: (id: number, options: Signal = {}) => request<NodeFields>('GET', node(id), options),
  assignFields: (id: number, list: string | null) =>
    request<NodeFields>('PUT', node(id), { body: { list } }),
  fieldLists: (options: Signal = {}) =>
    request<Page<FieldList>>('GET', '/api/catalog/fieldLists', options),
  saveFieldList: (name: string, body: Pick<FieldList, 'label' | 'display' | 'query'>) =>
    request<FieldList>('PUT', list(name), { body }),
  removeFieldList: (name: string) => request<unknown>('DELETE', list(name)),
  bookmarks: (options: Signal = {}) => request<Page<Bookmark>>('GET', '/api/bookmarks', options),
  addBookmark: (body: NewBookmark) => request<Bookmark>('POST', '/api/bookmarks', { body }),
  removeBookmark: (id: string) =>
    request<unknown>('DELETE', `/api/bookmarks/${encodeURIComponent(id)}`),
  savedSearches: (options: Signal = {}) =>
    request<Page<SavedSearch>>('GET', '/api/searches', options),
  saveSearch: (name: string, query: string) =>
    request<SavedSearch>('POST', '/api/searches', { body: { name, query } }),
  removeSearch: (id: string) =>
    request<unknown>('DELETE', `/api/searches/${encodeURIComponent(id)}`),
  sysInfos: (options: Signal = {}) => request<Page<SysInfo>>('GET', '/api/system', options),
  saveSysInfos: (items: SysInfo[]) =>
    request<Page<SysInfo>>('PUT', '/api/system', { body: { items } }),
};
