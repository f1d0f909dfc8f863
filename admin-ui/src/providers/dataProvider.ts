import { type DataProvider, type GetListResult, HttpError, type RaRecord } from 'ra-core';
import { asHttp } from './errors';
import type { ResourceCalls } from './resource';
import { resources } from './resources';

/** react-admin's view of the HTTP interface. What only this product does to a thing goes through the client itself. */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,

  async getList<R extends RaRecord>(
    resource: string,
    params: Parameters<DataProvider['getList']>[1],
  ) {
    const list = offered(resource, 'list');
    const { filter = {}, pagination = { page: 1, perPage: 10 }, sort, signal } = params;
    const answer = await asHttp(list({ filter, pagination, sort, signal }));
    return answer as GetListResult<R>;
  },

  async getOne(resource, { id, signal }) {
    const get = offered(resource, 'get');
    return { data: asRecord(await asHttp(get(String(id), signalled(signal)))) };
  },

  async getMany(resource, { ids, signal }) {
    const get = offered(resource, 'get');
    const calls = ids.map((id) => get(String(id), signalled(signal)));
    return { data: (await asHttp(Promise.all(calls))).map((one) => asRecord(one)) };
  },

  async create(resource, { data }) {
    return { data: asRecord(await asHttp(offered(resource, 'create')(data))) };
  },

  async update(resource, { id, data }) {
    return { data: asRecord(await asHttp(offered(resource, 'change')(String(id), data))) };
  },

  async delete(resource, { id }) {
    await asHttp(offered(resource, 'remove')([String(id)]));
    return { data: asRecord({ id: String(id) }) };
  },

  async deleteMany(resource, { ids }) {
    await asHttp(offered(resource, 'remove')(ids.map(String)));
    return { data: ids };
  },

  getManyReference: (resource) => Promise.reject(notOffered('getManyReference', resource)),
  updateMany: (resource) => Promise.reject(notOffered('updateMany', resource)),
};

const signalled = (signal?: AbortSignal) => (signal === undefined ? {} : { signal });

/** The call of a resource; throws where the resource is unknown or has no such call. */
function offered<Name extends keyof ResourceCalls>(
  resource: string,
  name: Name,
): NonNullable<ResourceCalls[Name]> {
  const calls = Object.entries<ResourceCalls>(resources).find(([known]) => known === resource)?.[1];
  if (calls === undefined) throw new HttpError(`unknown resource ${resource}`, 404);
  const call = calls[name];
  if (call === undefined) throw notOffered(name, resource);
  return call;
}

function notOffered(method: string, resource: string): HttpError {
  return new HttpError(`${method} is not offered for ${resource}`, 405);
}

/** react-admin types its answers by the caller's record type, which only the caller knows. */
function asRecord<R extends RaRecord>(record: RaRecord): R {
  return record as R;
}
