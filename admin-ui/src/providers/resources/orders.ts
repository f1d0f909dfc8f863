import {
  api,
  dayEnd,
  dayStart,
  type GetMethod,
  type OrderDraft,
  type OrderQuery,
  statusQuery,
} from '@scenedock/ui-kit';
import type { FigureFilter, ListFilter } from '../../orders/list/listFilter';
import type { ListQuestion, ResourceCalls } from '../resource';

/** Orders are read and deleted here. Transitions go through the client itself. */
export const orders = {
  async list({ filter, pagination, sort, signal }) {
    const query = {
      ...toQuery(filter),
      page: pagination.page,
      pageSize: pagination.perPage,
      sort: toSort(sort),
    };
    const page = await api.orders.list(query, signal === undefined ? {} : { signal });
    return { data: page.items, total: page.total };
  },
  get: api.orders.get,
  change: (id, data) => api.orders.update(id, data as OrderDraft),
  remove: api.orders.remove,
} satisfies ResourceCalls;

/** Whole days become the moments between which they lie in Beijing. */
function toQuery({ from, to, attention, ...rest }: ListFilter = {}) {
  const { status, type, ordername, unit, applicant, loginName, counted, value, getMethod } = rest;
  return {
    ...statusQuery(status),
    type,
    ordername,
    unit,
    applicant,
    loginName,
    attention,
    ...figureQuery({ counted, value, getMethod }),
    from: from && dayStart(from),
    to: to && dayEnd(to),
  };
}

/** The server says what is wrong with words that somebody typed into the address. */
function figureQuery({ counted, value, getMethod }: FigureFilter) {
  return {
    counted: counted as OrderQuery['counted'],
    value,
    getMethod: getMethod === undefined ? undefined : (Number(getMethod) as GetMethod),
  };
}

/** `{field:'creattime', order:'DESC'}` reads "-creattime" on the wire. */
function toSort(sort: ListQuestion['sort']): string | undefined {
  if (!sort?.field) {
    return undefined;
  }
  return sort.order === 'DESC' ? `-${sort.field}` : sort.field;
}
