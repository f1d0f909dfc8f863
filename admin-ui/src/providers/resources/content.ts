import { type AnnouncementDraft, contentDesk, type NewsDraft } from '@scenedock/ui-kit';
import { HttpError } from 'ra-core';
import { paged, type ResourceCalls, whole } from '../resource';

/** A draft with the version that it was written from. */
type Versioned<Draft> = Draft & { version: number };

export const news = {
  list: paged(contentDesk.news.list),
  get: contentDesk.news.get,
  create: (data) => contentDesk.news.create(data as NewsDraft),
  change: (id, data) => contentDesk.news.change(id, data as Versioned<NewsDraft>),
  remove: (ids) => Promise.all(ids.map(contentDesk.news.remove)),
} satisfies ResourceCalls;

const nameOf = (data: unknown) => (data as { name: string }).name;

export const newsTypes = {
  list: whole(contentDesk.newsTypes.list),
  create: (data) => contentDesk.newsTypes.create(nameOf(data)),
  async change(id, data) {
    const name = nameOf(data);
    await contentDesk.newsTypes.rename(id, name);
    return { id, name };
  },
  remove: (ids) => Promise.all(ids.map(contentDesk.newsTypes.remove)),
} satisfies ResourceCalls;

export const announcements = {
  list: whole(contentDesk.announcements.list),
  /** The server hands them out together: there are few. */
  async get(id, options) {
    const { items } = await contentDesk.announcements.list(options);
    const found = items.find((one) => one.id === id);
    if (found === undefined) throw new HttpError('', 404, { code: 'not_found' });
    return found;
  },
  create: (data) => contentDesk.announcements.create(data as AnnouncementDraft),
  change: (id, data) => contentDesk.announcements.change(id, data as Versioned<AnnouncementDraft>),
  remove: (ids) => Promise.all(ids.map(contentDesk.announcements.remove)),
} satisfies ResourceCalls;
