import { api, dayEnd, dayStart, type Order, type OrderDraft, statusQuery } from '@scenedock/ui-kit';
import { type DataProvider, HttpError, type RaRecord } from 'ra-core';
import type { ListFilter } from '../orders/list/listFilter';
import { asHttp } from './errors';

const ORDERS = 'orders';

/** react-admin's view of `/api/orders`: reading and deleting. Transitions go through the client itself. */
export const dataProvider: DataProvider = {
  async getList(resource, { filter, pagination, sort, signal }) {
    onlyOrders(resource);
    const query = {
      ...toQuery(filter),
      page: pagination?.page ?? 1,
      pageSize: pagination?.perPage ?? 10,
      sort: toSort(sort),
    };
    const page = await asHttp(api.orders.list(query, { signal }));
    return { data: asRecords(page.items), total: page.total };
  },

  async getOne(resource, { id, signal }) {
    onlyOrders(resource);
    return { data: asRecord(await asHttp(api.orders.get(String(id), { signal }))) };
  },

  async getMany(resource, { ids, signal }) {
    onlyOrders(resource);
    const calls = ids.map((id) => api.orders.get(String(id), { signal }));
    return { data: asRecords(await asHttp(Promise.all(calls))) };
  },

  async update(resource, { id, data }) {
    onlyOrders(resource);
    const draft = data as unknown as OrderDraft;
    return { data: asRecord(await asHttp(api.orders.update(String(id), draft))) };
  },

  async delete(resource, { id }) {
    onlyOrders(resource);
    await asHttp(api.orders.remove([String(id)]));
    return { data: asRecord({ id: String(id) }) };
  },

  async deleteMany(resource, { ids }) {
    onlyOrders(resource);
    await asHttp(api.orders.remove(ids.map(String)));
    return { data: ids };
  },

  getManyReference: (resource) => notOffered('getManyReference', resource),
  create: (resource) => notOffered('create', resource),
  updateMany: (resource) => notOffered('updateMany', resource),
};

/** Whole days become the moments between which they lie in Beijing. */
function toQuery({ from, to, attention, ...rest }: ListFilter = {}) {
  const { status, type, ordername, unit, applicant, loginName } = rest;
  return {
    ...statusQuery(status),
    type,
    ordername,
    unit,
    applicant,
    loginName,
    attention,
    from: from && dayStart(from),
    to: to && dayEnd(to),
  };
}

/** `{field:'creattime', order:'DESC'}` reads "-creattime" on the wire. */
function toSort(sort?: { field: string; order: string }): string | undefined {
  if (!sort?.field) {
    return undefined;
  }
  return sort.order === 'DESC' ? `-${sort.field}` : sort.field;
}

function onlyOrders(resource: string): void {
  if (resource !== ORDERS) {
    throw new HttpError(`unknown resource ${resource}`, 404);
  }
}

function notOffered(method: string, resource: string): Promise<never> {
  return Promise.reject(new HttpError(`${method} is not offered for ${resource}`, 405));
}

/** react-admin types its answers by the caller's record type, which only the caller knows. */
function asRecord<R extends RaRecord>(order: Pick<Order, 'id'>): R {
  return order as unknown as R;
}

function asRecords<R extends RaRecord>(orders: Order[]): R[] {
  return orders as unknown as R[];
}
