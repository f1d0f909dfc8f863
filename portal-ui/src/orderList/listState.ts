import {
  dayEnd,
  dayStart,
  ORDER_FILTER_KEYS,
  type OrderFilter,
  type OrderQuery,
  statusQuery,
} from '@scenedock/ui-kit';
import { ORDER_LISTS, type OrderListSegment } from '../orderRoutes';

/** Every condition of the list; an empty text is none. */
export type Filters = Required<OrderFilter>;

/** What the server sorts by, `-` for newest first. */
export const SORTS = ['-creattime', 'creattime', '-ordername', 'ordername'] as const;

export type Sort = (typeof SORTS)[number];

export type ListState = {
  filters: Filters;
  page: number;
  /** Rows a page; null: as many as the window has room for. */
  pageSize: number | null;
  sort: Sort;
};

export const NO_FILTERS: Filters = {
  ordername: '',
  unit: '',
  applicant: '',
  loginName: '',
  status: '',
  type: '',
  from: '',
  to: '',
};

/** More rows than this nobody reads, and the server has better things to do. */
const MAX_PAGE_SIZE = 200;

function whole(text: string | null, most: number): number | null {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 && value <= most ? value : null;
}

/** Reads the address of an order list. */
export function decodeList(params: URLSearchParams): ListState {
  const filters = { ...NO_FILTERS };
  for (const key of ORDER_FILTER_KEYS) filters[key] = params.get(key) ?? '';
  const sort = params.get('sort');
  return {
    filters,
    page: whole(params.get('page'), Number.MAX_SAFE_INTEGER) ?? 1,
    pageSize: whole(params.get('pageSize'), MAX_PAGE_SIZE),
    sort: SORTS.find((one) => one === sort) ?? SORTS[0],
  };
}

/** The shortest address that reads back as `state`. */
export function encodeList({ filters, page, pageSize, sort }: ListState): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of ORDER_FILTER_KEYS) if (filters[key] !== '') params.set(key, filters[key]);
  if (page > 1) params.set('page', String(page));
  if (pageSize !== null) params.set('pageSize', String(pageSize));
  if (sort !== SORTS[0]) params.set('sort', sort);
  return params;
}

/** The call behind a list: its own states, or on the list of all orders the one that the filter names. */
export function listQuery(
  segment: OrderListSegment,
  state: ListState,
  pageSize: number,
): OrderQuery {
  const { status, from, to, ...texts } = state.filters;
  const own = ORDER_LISTS.find((list) => list.segment === segment)?.statuses ?? [];
  return {
    ...texts,
    ...(own.length > 0 ? { status: own.join(',') } : statusQuery(status)),
    from: from === '' ? '' : dayStart(from),
    to: to === '' ? '' : dayEnd(to),
    page: state.page,
    pageSize,
    sort: state.sort,
  };
}
