import type { Page, PageQuery, Signal } from '@scenedock/ui-kit';
import type { GetListParams, GetListResult, RaRecord } from 'ra-core';
import { wordOf } from '../parts/list/listOrder';

/** What is asked of a list: the conditions in the words of the interface, and the place in it. */
export type ListQuestion = Required<Pick<GetListParams, 'filter' | 'pagination'>> &
  Pick<GetListParams, 'sort' | 'signal'>;

/** What can be done to a resource, by the generated client. What is left out is not offered. */
export interface ResourceCalls {
  list?: (question: ListQuestion) => Promise<GetListResult>;
  get?: (id: string, options: Signal) => Promise<RaRecord>;
  create?: (data: unknown) => Promise<RaRecord>;
  change?: (id: string, data: unknown) => Promise<RaRecord>;
  remove?: (ids: string[]) => Promise<unknown>;
}

const signalOf = ({ signal }: ListQuestion): Signal => (signal === undefined ? {} : { signal });

/** The order, as the server names it. */
function orderOf({ sort }: ListQuestion): { sort?: string } {
  const word = wordOf(sort);
  return word === undefined ? {} : { sort: word };
}

/** A list that the server hands out in numbered pages. */
export function paged<Filter, Item extends RaRecord>(
  ask: (query: Filter & PageQuery, options: Signal) => Promise<Page<Item>>,
) {
  return async (question: ListQuestion): Promise<GetListResult<Item>> => {
    const filter: Filter = question.filter;
    const { page, perPage } = question.pagination;
    const paging = { ...orderOf(question), page, pageSize: perPage };
    const { items, total } = await ask({ ...filter, ...paging }, signalOf(question));
    return { data: items, total };
  };
}

/** A list that the server hands out whole. */
export function whole<Item extends RaRecord>(ask: (options: Signal) => Promise<{ items: Item[] }>) {
  return async (question: ListQuestion): Promise<GetListResult<Item>> => {
    const { items } = await ask(signalOf(question));
    return { data: items, total: items.length };
  };
}

/** A part of a list that grows at its beginning, with the place where the next part begins; beside it, what is said of all. */
interface Part<Item, Cursor> {
  items: Item[];
  next: Cursor | null;
}

/**
 * A list without numbers: each part begins where the one before it ended. react-admin counts pages, so the places of the
 * list that was asked for last are kept; one that is not known is found by asking for those before it.
 */
export function endless<Filter, Item extends RaRecord, Cursor, Answer extends Part<Item, Cursor>>(
  ask: (filter: Filter, before: Cursor | null, options: Signal) => Promise<Answer>,
) {
  let last: { filter: string; places: (Cursor | null)[] } = { filter: '', places: [null] };
  return async (question: ListQuestion): Promise<GetListResult<Item>> => {
    const filter: Filter = { ...question.filter, ...orderOf(question) };
    const key = JSON.stringify(filter);
    const number = question.pagination.page;
    const places = number > 1 && last.filter === key ? last.places.slice(0, number) : [null];
    for (;;) {
      const { items, next, ...rest } = await ask(filter, places.at(-1) ?? null, signalOf(question));
      const isWanted = places.length === number;
      if (next !== null) places.push(next);
      last = { filter: key, places };
      if (isWanted || next === null) {
        return {
          data: isWanted ? items : [],
          pageInfo: { hasNextPage: next !== null, hasPreviousPage: number > 1 },
          meta: rest,
        };
      }
    }
  };
}
