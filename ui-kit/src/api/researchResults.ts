import { address, answer, queryString, type Signal, wire } from './client';
import type {
  ResearchResultForm,
  ResultDecision,
  ResultDeskQuery,
  ResultFiguresQuery,
} from './types';

const at = (id: string) => ({ path: { id } });

/** An empty unit or satellite asks for results that have none, and is sent. */
const deskString = (query: Record<string, unknown> = {}) =>
  [
    queryString(query),
    ...['unit', 'satellite'].filter((name) => query[name] === '').map((name) => `${name}=`),
  ]
    .filter((part) => part !== '')
    .join('&');

/** Results that were made with the data. Apart from the other calls: a search has no use for them. */
export const researchResults = {
  /** One's own, those reported last first. */
  own: (query: { page: number; pageSize: number; orderId?: string }, options: Signal = {}) =>
    answer(wire.GET('/api/results', { ...options, params: { query } })),
  /** One's own orders that a result may be based on. */
  orders: (options: Signal = {}) => answer(wire.GET('/api/results/orders', options)),
  report: (body: ResearchResultForm) => answer(wire.POST('/api/results', { body })),
  change: (id: string, body: ResearchResultForm) =>
    answer(wire.PUT('/api/results/{id}', { body, params: at(id) })),
  withdraw: (id: string) => answer(wire.DELETE('/api/results/{id}', { params: at(id) })),
  /** Everybody's. */
  desk: (query: ResultDeskQuery, options: Signal = {}) =>
    answer(
      wire.GET('/api/result-desk', { ...options, params: { query }, querySerializer: deskString }),
    ),
  figures: (query: ResultFiguresQuery, options: Signal = {}) =>
    answer(wire.GET('/api/result-desk/figures', { ...options, params: { query } })),
  /** Those that the list shows, all of them, as a workbook. */
  workbookUrl: (query: ResultDeskQuery) =>
    address('/api/result-desk/export.xlsx', { query }, deskString),
  decide: (id: string, body: ResultDecision) =>
    answer(wire.POST('/api/results/{id}/decision', { body, params: at(id) })),
};
