import { dayEnd, dayStart, type OrderQuery } from '@scenedock/ui-kit';
import { ORDER_LISTS, type OrderListSegment } from '../orderRoutes';

export const PAGE_SIZES = [10, 20, 50] as const;

export const FILTERS = [
  'ordername',
  'unit',
  'applicant',
  'loginName',
  'status',
  'from',
  'to',
] as const;

export type Filters = Record<(typeof FILTERS)[number], string>;

export type ListState = { filters: Filters; page: number; pageSize: number };

export const NO_FILTERS: Filters = {
  ordername: '',
  unit: '',
  applicant: '',
  loginName: '',
  status: '',
  from: '',
  to: '',
};

/** Reads the address of an order list. */
export function decodeList(params: URLSearchParams): ListState {
  const filters = { ...NO_FILTERS };
  for (const key of FILTERS) filters[key] = params.get(key) ?? '';
  const page = Number(params.get('page'));
  const size = Number(params.get('pageSize'));
  return {
    filters,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
  };
}

/** The shortest address that reads back as `state`. */
export function encodeList({ filters, page, pageSize }: ListState): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of FILTERS) if (filters[key] !== '') params.set(key, filters[key]);
  if (page > 1) params.set('page', String(page));
  if (pageSize !== PAGE_SIZES[0]) params.set('pageSize', String(pageSize));
  return params;
}

/** The call behind a list: its own states, or on the list of all orders the one that was asked for. */
export function listQuery(segment: OrderListSegment, state: ListState): OrderQuery {
  const { status, from, to, ...texts } = state.filters;
  const own = ORDER_LISTS.find((list) => list.segment === segment)?.statuses ?? [];
  return {
    ...texts,
    status: own.length > 0 ? own.join(',') : status,
    from: from === '' ? '' : dayStart(from),
    to: to === '' ? '' : dayEnd(to),
    page: state.page,
    pageSize: state.pageSize,
    sort: '-creattime',
  };
}
