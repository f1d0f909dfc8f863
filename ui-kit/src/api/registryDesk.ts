import { address, answer, type Signal, wire } from './client';
import type { ProvidedQuery, RegistryQuery } from './types';

/** The registry of provided data. */
export const registry = {
  /** The newest first; `before` is `next` of the page before. */
  list: (query: RegistryQuery, options: Signal = {}) =>
    answer(wire.GET('/api/registry', { ...options, params: { query } })),
  entry: (number: number, options: Signal = {}) =>
    answer(wire.GET('/api/registry/{number}', { ...options, params: { path: { number } } })),
  choices: (options: Signal = {}) => answer(wire.GET('/api/registry/choices', options)),
  figures: (query: ProvidedQuery, options: Signal = {}) =>
    answer(wire.GET('/api/registry/figures', { ...options, params: { query } })),
  /** The entries that the list shows, all of them, as a file. */
  exportUrl: (ending: 'csv' | 'xlsx', query: RegistryQuery) =>
    address(`/api/registry/export.${ending}`, { query }),
  /** The signed record of an entry. */
  recordUrl: (number: number, format: 'json' | 'pdf') =>
    address('/api/registry/{number}/record', { path: { number }, query: { format } }),
};

/** Delivery records, for those who have them or may fetch them. */
export const deliveryRecords = {
  ofOrder: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/records', { ...options, params: { path: { id } } })),
  url: (id: string, number: number, format: 'json' | 'pdf') =>
    address('/api/orders/{id}/records/{number}', { path: { id, number }, query: { format } }),
  /** Whether a file is a record of this installation. */
  verify: async (file: Blob) => {
    const bytes = await file.arrayBuffer();
    return answer(
      wire.POST('/api/delivery-records/verification', {
        body: '',
        bodySerializer: () => bytes,
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
    );
  },
};
