import { answer, type Signal, wire } from './client';
import type { Reason } from './recommendation';
import type { components } from './schema';
import type { Page, PageQuery, Scene, SceneSearch } from './types';

/**
 * Names for the wire shapes of the catalogue, the map and the cart. The shapes are generated (see types.ts).
 */
type Schemas = components['schemas'];

export type InstrumentName = Schemas['InstrumentName'];
export type RegionLevel = Schemas['RegionLevel'];
export type RegionItem = Schemas['RegionItem'];

/** How well an area on an older datum was brought to today's; `metres` is null where nobody knows. */
export type AreaAccuracy = Schemas['AreaAccuracy'];
export type CheckedArea = Schemas['CheckedArea'];

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
export type FieldValue = Schemas['FieldValue'];
/** The document cannot say of what types the metadata are. */
export type SceneDetail = Scene &
  Omit<Schemas['SceneDetail'], keyof Scene | 'properties'> & {
    properties: Record<string, unknown>;
  };

export type SimilarScene = Scene & { why: Schemas['SimilarityReasons'] };
export type RecommendedScene = Scene & { because: Reason };

export type LayerSwitch = Schemas['LayerSwitch'];
/** `center` is "longitude,latitude". */
export type Bookmark = Schemas['Bookmark'];
export type NewBookmark = Omit<Bookmark, 'id'>;

export type LayerType = Schemas['LayerType'];
export type MapLayer = Schemas['MapLayer'];
export type SysInfo = Schemas['SysInfo'];

/** Of a path that names one thing by its id. */
const at = <Id extends string | number>(id: Id) => ({ path: { id } });

/** Calls of the catalogue, the map and the cart. */
export const catalogue = {
  /** What satellites and sensors are called. */
  instrumentNames: (options: Signal = {}) => answer(wire.GET('/api/instruments', options)),
  search: (body: CatalogueSearch, options: Signal = {}): Promise<SearchAnswer> =>
    answer(wire.POST('/api/scenes/search', { ...options, body })),
  footprints: (body: CatalogueSearch, options: Signal = {}) =>
    answer(wire.POST('/api/scenes/footprints', { ...options, body })),
  cover: (body: CatalogueSearch, options: Signal = {}) =>
    answer(wire.POST('/api/scenes/cover', { ...options, body })),
  scene: (id: string, options: Signal = {}): Promise<SceneDetail> =>
    answer(wire.GET('/api/scenes/{dataId}', { ...options, params: { path: { dataId: id } } })),
  similar: (id: string, options: Signal = {}): Promise<Page<SimilarScene>> =>
    answer(
      wire.GET('/api/scenes/{dataId}/similar', { ...options, params: { path: { dataId: id } } }),
    ),
  recommend: (options: Signal = {}): Promise<Page<RecommendedScene>> =>
    answer(wire.GET('/api/recommend', options)),
  cartCount: (options: Signal = {}) => answer(wire.GET('/api/cart/count', options)),
  cartList: (query: PageQuery & { text?: string }, options: Signal = {}): Promise<Page<Scene>> =>
    answer(wire.GET('/api/cart', { ...options, params: { query } })),
  addFound: (body: CatalogueSearch) => answer(wire.POST('/api/cart/search', { body })),
  removeByName: (names: string[]) => answer(wire.DELETE('/api/cart', { body: { names } })),
  regions: (query: { level?: RegionLevel; parent?: string; q?: string }, options: Signal = {}) =>
    answer(wire.GET('/api/regions', { ...options, params: { query } })),
  regionWkt: (code: string, options: Signal = {}) =>
    answer(
      wire.GET('/api/regions/{areaCode}/wkt', { ...options, params: { path: { areaCode: code } } }),
    ),
  checkArea: (wkt: string, options: Signal = {}) =>
    answer(wire.POST('/api/areas/check', { ...options, body: { wkt } })),
  keepArea: (wkt: string) => answer(wire.POST('/api/areas/kept', { body: { wkt } })),
  keptArea: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/areas/kept/{areaId}', { ...options, params: { path: { areaId: id } } })),
  fields: (id: number, options: Signal = {}): Promise<NodeFields> =>
    answer(wire.GET('/api/catalog/nodes/{id}/fields', { ...options, params: at(id) })),
  assignFields: (id: number, list: string | null): Promise<NodeFields> =>
    answer(wire.PUT('/api/catalog/nodes/{id}/fields', { body: { list }, params: at(id) })),
  fieldLists: (options: Signal = {}) => answer(wire.GET('/api/catalog/fieldLists', options)),
  saveFieldList: (name: string, body: Pick<FieldList, 'label' | 'display' | 'query' | 'version'>) =>
    answer(wire.PUT('/api/catalog/fieldLists/{name}', { body, params: { path: { name } } })),
  removeFieldList: (name: string) =>
    answer(wire.DELETE('/api/catalog/fieldLists/{name}', { params: { path: { name } } })),
  bookmarks: (options: Signal = {}) => answer(wire.GET('/api/bookmarks', options)),
  addBookmark: (body: NewBookmark) => answer(wire.POST('/api/bookmarks', { body })),
  removeBookmark: (id: string) => answer(wire.DELETE('/api/bookmarks/{id}', { params: at(id) })),
  savedSearches: (options: Signal = {}) => answer(wire.GET('/api/searches', options)),
  /** `query` is the query string of the search page. */
  saveSearch: (name: string, query: string) =>
    answer(wire.POST('/api/searches', { body: { name, query } })),
  removeSearch: (id: string) => answer(wire.DELETE('/api/searches/{id}', { params: at(id) })),
  sysInfos: (options: Signal = {}) => answer(wire.GET('/api/system', options)),
  saveSysInfos: (items: SysInfo[]) => answer(wire.PUT('/api/system', { body: { items } })),
};
