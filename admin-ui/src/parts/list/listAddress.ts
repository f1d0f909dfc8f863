import { isOffered, sortOf, wordOf } from './listOrder';

/**
 * Conditions of a list that its address holds one by one (`?q=...&status=...`): free text, or one of these words. Whatever
 * else an address says, such as whose drawer is open, is left alone.
 */
export type Conditions = Readonly<Record<string, 'text' | readonly string[]>>;

/** Conditions that the query of a call has, in its own words. */
export type ConditionsOf<Query> = {
  readonly [Name in keyof Query]?:
    | 'text'
    | readonly `${Extract<Query[Name], string | number | boolean>}`[];
};

const PAGE_PARAMETERS = ['page', 'perPage'] as const;

/** react-admin keeps the conditions in one parameter, as JSON. */
const FILTER = 'filter';

function conditionsOf(params: URLSearchParams, conditions: Conditions): Record<string, string> {
  const entries = Object.entries(conditions).flatMap(([name, choices]) => {
    const text = params.get(name) ?? '';
    return text !== '' && (choices === 'text' || choices.includes(text)) ? [[name, text]] : [];
  });
  return Object.fromEntries(entries);
}

/** What goes without saying in the address of a list. */
export interface Usual {
  perPage: number;
  /** What it may be ordered by; the first is usual. */
  orders: readonly string[];
}

/** An address as react-admin's lists read it. */
export function toListSearch(
  search: string,
  conditions: Conditions,
  { orders }: Pick<Usual, 'orders'>,
): string {
  const params = new URLSearchParams(search);
  const filter = conditionsOf(params, conditions);
  const given = new URLSearchParams();
  for (const name of PAGE_PARAMETERS) {
    const value = params.get(name);
    // A page that is no number is the first.
    if (value !== null && (name !== 'page' || /^[1-9]\d*$/.test(value))) given.set(name, value);
  }
  const word = params.get('sort') ?? '';
  if (isOffered(word, orders)) {
    const { field, order } = sortOf(word);
    given.set('sort', field);
    given.set('order', order);
  }
  if (Object.keys(filter).length > 0) given.set(FILTER, JSON.stringify(filter));
  return given.size === 0 ? '' : `?${given}`;
}

function wordsOf(filter: string | null): Record<string, unknown> {
  return filter === null ? {} : (JSON.parse(filter) as Record<string, unknown>);
}

/** The address that stands for what a list of react-admin asked for, in place of `search`. */
export function fromListSearch(
  listSearch: string,
  search: string,
  conditions: Conditions,
  usual: Usual,
): string {
  const listParams = new URLSearchParams(listSearch);
  const words = wordsOf(listParams.get(FILTER));
  const params = new URLSearchParams(search);
  for (const name of [...PAGE_PARAMETERS, 'sort', ...Object.keys(conditions)]) params.delete(name);
  for (const name of Object.keys(conditions)) {
    const text = typeof words[name] === 'string' ? words[name] : '';
    if (text !== '') params.set(name, text);
  }
  const field = listParams.get('sort') ?? '';
  const word = wordOf({ field, order: listParams.get('order') === 'DESC' ? 'DESC' : 'ASC' });
  if (word !== undefined && word !== usual.orders[0] && isOffered(word, usual.orders)) {
    params.set('sort', word);
  }
  const page = listParams.get('page') ?? '1';
  if (page !== '1') params.set('page', page);
  const perPage = listParams.get('perPage') ?? String(usual.perPage);
  if (perPage !== String(usual.perPage)) params.set('perPage', perPage);
  return params.size === 0 ? '' : `?${params}`;
}
