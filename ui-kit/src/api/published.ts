import { address, answer, type Signal, wire } from './client';
import type { ContentPage, NewsQuery } from './types';

const at = (id: string) => ({ path: { id } });

/** What the information office publishes, as everybody reads it. Apart from the other calls: a search has no use for them. */
export const published = {
  news: (query: NewsQuery, options: Signal = {}) =>
    answer(wire.GET('/api/news', { ...options, params: { query } })),
  newsKinds: (options: Signal = {}) => answer(wire.GET('/api/news/types', options)),
  article: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/news/{id}', { ...options, params: at(id) })),
  announcements: (options: Signal = {}) => answer(wire.GET('/api/announcements', options)),
  page: (page: ContentPage, options: Signal = {}) =>
    answer(wire.GET('/api/guide/pages/{page}', { ...options, params: { path: { page } } })),
  guideVideo: (options: Signal = {}) => answer(wire.GET('/api/guide/video', options)),
};

/** What the address of every picture of a published text begins with. */
export const CONTENT_PICTURES = address('/api/content/pictures/{id}', { path: { id: '' } });
