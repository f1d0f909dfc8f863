import { answer, type Signal, wire } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

/** An administrative region, and how it differs from what ships. */
export type ManagedRegion = Schemas['ManagedRegion'];
export type NewRegion = Schemas['NewRegion'];
export type ChangedRegion = Schemas['ChangedRegion'];
export type RegionUses = Schemas['RegionUses'];
export type RegionOrigin = Schemas['RegionOrigin'];

const at = (areaCode: string) => ({ path: { areaCode } });

/** Administrative regions as administrators change them. Apart from the other calls: the portal has no use for them. */
export const regionDesk = {
  list: (query: { parent?: string; q?: string; changed?: boolean }, options: Signal = {}) =>
    answer(wire.GET('/api/regions/managed', { ...options, params: { query } })),
  create: (body: NewRegion) => answer(wire.POST('/api/regions/managed', { body })),
  change: (code: string, body: ChangedRegion) =>
    answer(wire.PUT('/api/regions/managed/{areaCode}', { body, params: at(code) })),
  remove: (code: string, version: number) =>
    answer(
      wire.DELETE('/api/regions/managed/{areaCode}', {
        params: { ...at(code), query: { version } },
      }),
    ),
  restore: (code: string, version: number) =>
    answer(
      wire.POST('/api/regions/managed/{areaCode}/restore', {
        params: { ...at(code), query: { version } },
      }),
    ),
  uses: (code: string, options: Signal = {}) =>
    answer(wire.GET('/api/regions/managed/{areaCode}/uses', { ...options, params: at(code) })),
  /** The one polygon of a zipped shapefile, GeoJSON, KML or KMZ. */
  readFile: (file: File) => {
    const form = new FormData();
    form.append('file', file);
    const body = { file: file.name };
    return answer(wire.POST('/api/areas', { body, bodySerializer: () => form }));
  },
};
