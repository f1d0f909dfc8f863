import { address, answer, type Signal, wire } from './client';

const at = (id: string) => ({ path: { id } });

/** One's own shelf on our gateway, where scenes are pushed to that one fetches from there. */
export const shelf = {
  get: (options: Signal = {}) => answer(wire.GET('/api/shelf', options)),
  files: (query: { page: number; pageSize: number }, options: Signal = {}) =>
    answer(wire.GET('/api/shelf/files', { ...options, params: { query } })),
  contentUrl: (id: string) => address('/api/shelf/files/{id}/content', at(id)),
  remove: (id: string) => answer(wire.DELETE('/api/shelf/files/{id}', { params: at(id) })),
  /** Ends every session that signed in with the password of before. */
  renewPassword: () => answer(wire.POST('/api/shelf/password', {})),
};
