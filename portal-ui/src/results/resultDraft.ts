import type { ResearchResult, ResearchResultForm } from '@scenedock/ui-kit';

/** What is typed about a result. */
export type ResultDraft = Required<ResearchResultForm>;

/** A form that nothing is typed into yet, about the data of an order where one is given. */
export const emptyDraft = (orderId?: string): ResultDraft => ({
  kind: 'paper',
  title: '',
  authors: '',
  month: '',
  venue: '',
  doi: '',
  link: '',
  note: '',
  orderIds: orderId === undefined ? [] : [orderId],
});

/** What a result says, to be changed. */
export const draftOf = (one: ResearchResult): ResultDraft => ({
  kind: one.kind,
  title: one.title,
  authors: one.authors,
  month: one.month,
  venue: one.venue,
  doi: one.doi,
  link: one.link,
  note: one.note,
  orderIds: one.orders.map(({ id }) => id),
});

const NEEDED = ['title', 'authors', 'month', 'orderIds'] as const;

/** The fields that have to be filled in and are not. */
export const missingFields = (draft: ResultDraft): string[] =>
  NEEDED.filter((name) => {
    const value = draft[name];
    return (typeof value === 'string' ? value.trim() : value).length === 0;
  });
