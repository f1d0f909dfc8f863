import { address, answer, type Signal, wire } from './client';
import type {
  AnnouncementDraft,
  ContentLanguage,
  ContentPage,
  ContentPageDraft,
  GuideVideoState,
  NewsDraft,
  WrittenNewsQuery,
} from './types';
import { uploadFile } from './uploadFile';

const at = (id: string) => ({ path: { id } });
const onPage = (page: ContentPage) => ({ path: { page } });

const newsTypes = {
  list: (options: Signal = {}) => answer(wire.GET('/api/content/news-types', options)),
  create: (name: string) => answer(wire.POST('/api/content/news-types', { body: { name } })),
  rename: (id: string, name: string) =>
    answer(wire.PUT('/api/content/news-types/{id}', { body: { name }, params: at(id) })),
  reorder: (ids: string[], idsBefore: string[]) =>
    answer(wire.PUT('/api/content/news-types', { body: { ids, idsBefore } })),
  remove: (id: string) => answer(wire.DELETE('/api/content/news-types/{id}', { params: at(id) })),
};

const news = {
  list: (query: WrittenNewsQuery, options: Signal = {}) =>
    answer(wire.GET('/api/content/news', { ...options, params: { query } })),
  get: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/content/news/{id}', { ...options, params: at(id) })),
  create: (body: NewsDraft) => answer(wire.POST('/api/content/news', { body })),
  change: (id: string, body: NewsDraft & { version: number }) =>
    answer(wire.PUT('/api/content/news/{id}', { body, params: at(id) })),
  remove: (id: string) => answer(wire.DELETE('/api/content/news/{id}', { params: at(id) })),
};

const announcements = {
  list: (options: Signal = {}) => answer(wire.GET('/api/content/announcements', options)),
  create: (body: AnnouncementDraft) => answer(wire.POST('/api/content/announcements', { body })),
  change: (id: string, body: AnnouncementDraft & { version: number }) =>
    answer(wire.PUT('/api/content/announcements/{id}', { body, params: at(id) })),
  reorder: (ids: string[], idsBefore: string[]) =>
    answer(wire.PUT('/api/content/announcements', { body: { ids, idsBefore } })),
  remove: (id: string) =>
    answer(wire.DELETE('/api/content/announcements/{id}', { params: at(id) })),
};

const pages = {
  list: (options: Signal = {}) => answer(wire.GET('/api/content/pages', options)),
  get: (page: ContentPage, options: Signal = {}) =>
    answer(wire.GET('/api/content/pages/{page}', { ...options, params: onPage(page) })),
  save: (page: ContentPage, body: ContentPageDraft) =>
    answer(wire.PUT('/api/content/pages/{page}', { body, params: onPage(page) })),
  /** The page's own text holds again. */
  revert: (page: ContentPage) =>
    answer(wire.DELETE('/api/content/pages/{page}', { params: onPage(page) })),
  revision: (page: ContentPage, revision: number, options: Signal = {}) =>
    answer(
      wire.GET('/api/content/pages/{page}/revisions/{revision}', {
        ...options,
        params: { path: { page, revision } },
      }),
    ),
  restore: (page: ContentPage, revision: number) =>
    answer(
      wire.POST('/api/content/pages/{page}/revisions/{revision}/restore', {
        params: { path: { page, revision } },
      }),
    ),
};

const video = {
  get: (options: Signal = {}) => answer(wire.GET('/api/content/video', options)),
  /** Shows another one; `onProgress` hears how much of it is sent, from 0 to 1. */
  replace: (file: File, onProgress: (part: number) => void, signal?: AbortSignal) =>
    uploadFile<GuideVideoState>('PUT', address('/api/content/video', {}), file, onProgress, signal),
  remove: () => answer(wire.DELETE('/api/content/video')),
  setCaptions: (language: ContentLanguage, file: File) => {
    const form = new FormData();
    form.append('file', file);
    const params = { path: { language } };
    const body = { file: file.name };
    return answer(
      wire.PUT('/api/content/video/captions/{language}', {
        params,
        body,
        bodySerializer: () => form,
      }),
    );
  },
  removeCaptions: (language: ContentLanguage) =>
    answer(
      wire.DELETE('/api/content/video/captions/{language}', { params: { path: { language } } }),
    ),
};

/** What the information office writes. Apart from the other calls: the portal has no use for them. */
export const contentDesk = {
  newsTypes,
  news,
  announcements,
  pages,
  video,
  uploadPicture: (file: File) => {
    const form = new FormData();
    form.append('file', file);
    const body = { file: file.name };
    return answer(wire.POST('/api/content/pictures', { body, bodySerializer: () => form }));
  },
};
