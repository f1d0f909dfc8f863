import { type RequestOptions, request } from './client';
import type { components } from './schema';
import type { CartChange, Page, PageQuery, Scene, SceneSearch, Sides } from './types';

type Signal = Pick<RequestOptions, 'signal'>;

/**
 * Names for the wire shapes of the catalogue, the map and the cart. The shapes are generated (see types.ts); here boxes
 * get their four sides, which the document cannot say.
 */
type Schemas = components['schemas'];

/** A region of the administrative division; the nation is 156000000. */
export type Region = Schemas['Region'];
export type RegionLevel = Schemas['RegionLevel'];
export type RegionItem = Schemas['RegionItem'];
/** By first letter in pinyin, and as one list. */
export type RegionList = Omit<Schemas['RegionList'], 'groups'> & {
  groups: Record<string, Region[]>;
};

/** What an area is: square metres, west/south/east/north. */
/** How well an area on an older datum was brought to today's; `metres` is null where nobody knows. */
export type AreaAccuracy = Schemas['AreaAccuracy'];
export type CheckedArea = Omit<Schemas['CheckedArea'], 'bbox'> & { bbox: Sides };
export type KeptArea = Omit<Schemas['KeptArea'], 'bbox'> & { bbox: Sides };

/** One condition on a query field of the chosen nodes. */
export type Condition = Omit<Schemas['SceneCondition'], 'min' | 'max' | 'text'> & {
  min?: number;
  max?: number;
  text?: string;
};
/** A search with all that it can be narrowed by. */
export type CatalogueSearch = SceneSearch;

/** A value and how many scenes have it. */
export type Count<T> = { value: T; count: number };
export type SearchFacets = Schemas['Facets'];
export type MonthCount = Schemas['MonthCount'];
export type FoundScene = Scene & { coverage?: number | null };
export type SearchAnswer = Omit<Schemas['FoundScenes'], 'items'> & { items: FoundScene[] };
export type Cover = Schemas['CoverBody'];
/** Exterior rings in degrees times `scale`: first position absolute, then differences, not closed. */
export type Footprints = Schemas['Footprints'];

export type FieldKind = Schemas['FieldKind'];
/** A field; a choice that may be asked for says among what. */
export type Field = Schemas['Field'] & { options?: string[] | null };
export type NodeFields = Omit<Schemas['NodeFields'], 'display' | 'query'> & {
  display: Field[];
  query: Field[];
};
export type FieldList = Schemas['FieldList'];
export type FieldValue = Omit<Schemas['FieldValue'], 'value'> & { value: string | number | null };
export type SceneDetail = Scene & {
  gsd: number | null;
  fileName: string | null;
  properties: Record<string, unknown>;
  fields: FieldValue[];
};

export type SimilarScene = Scene & { why: Schemas['Why'] };
export type RecommendedScene = Scene & { because: string };

export type LayerSwitch = Omit<Schemas['LayerSwitch'], 'serviceStatus'> & { serviceStatus: 0 | 1 };
/** `center` is "longitude,latitude". */
export type NewBookmark = Omit<Schemas['Bookmark'], 'id' | 'mapConfigList'> & {
  mapConfigList: LayerSwitch[];
};
export type Bookmark = NewBookmark & { id: string };
/** `query` is the query string of the search page. */
export type SavedSearch = Schemas['SavedSearch'];

export type LayerType = Schemas['LayerType'];
export type MapLayer = Schemas['MapLayer'];
export type SysInfo = Schemas['SysInfo'];

export type AddedToCart = Schemas['CartSearched'];

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
  removeByName: (names: string[]) =>
    request<CartChange>('DELETE', '/api/cart', { body: { names } }),
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
    return request<CheckedArea & { name: string; accuracy: AreaAccuracy | null }>(
      'POST',
      '/api/areas',
      { ...options, body },
    );
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
