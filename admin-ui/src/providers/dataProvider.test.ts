import { buildOrder, recording } from '@scenedock/ui-kit/testing';
import { HttpResponse, http } from 'msw';
import { HttpError } from 'ra-core';
import { describe, expect, it } from 'vitest';
import { problem, server, useServer } from '../test/server';
import { dataProvider } from './dataProvider';

useServer();

describe('getList', () => {
  it('asks in the words of the interface and hands on items and total', async () => {
    let asked: URLSearchParams | undefined;
    let authorization: string | null = null;
    server.use(
      http.get('/api/orders', ({ request }) => {
        asked = new URL(request.url).searchParams;
        authorization = request.headers.get('Authorization');
        return HttpResponse.json({ items: [buildOrder()], total: 41 });
      }),
    );
    const answer = await dataProvider.getList('orders', {
      pagination: { page: 2, perPage: 20 },
      sort: { field: 'creattime', order: 'DESC' },
      filter: { status: '0', unit: '调查院', applicant: '', from: '2026-11-01', to: '2026-11-20' },
    });
    expect(answer.total).toBe(41);
    expect(answer.data.map((one) => one.id)).toEqual(['7']);
    expect(Object.fromEntries(asked ?? [])).toEqual({
      status: '0',
      unit: '调查院',
      from: '2026-11-01T00:00:00+08:00',
      to: '2026-11-21T00:00:00+08:00',
      page: '2',
      pageSize: '20',
      sort: '-creattime',
    });
    expect(authorization).toBe('Bearer t-admin');
  });

  it('sorts upwards without a sign', async () => {
    let sort: string | null = null;
    server.use(
      http.get('/api/orders', ({ request }) => {
        sort = new URL(request.url).searchParams.get('sort');
        return HttpResponse.json({ items: [], total: 0 });
      }),
    );
    await dataProvider.getList('orders', {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'ordername', order: 'ASC' },
      filter: {},
    });
    expect(sort).toBe('ordername');
  });

  it('refuses a resource that it does not know', async () => {
    await expect(
      dataProvider.getList('users', {
        pagination: { page: 1, perPage: 10 },
        sort: { field: 'id', order: 'ASC' },
        filter: {},
      }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('failures', () => {
  it("carry the server's detail, status and code", async () => {
    server.use(http.get('/api/orders/7', () => problem(404, 'not_found', '订单不存在！')));
    const failure = await dataProvider.getOne('orders', { id: '7' }).catch((error) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({
      status: 404,
      message: '订单不存在！',
      body: { code: 'not_found' },
    });
  });

  it('are told apart from no answer at all', async () => {
    server.use(http.get('/api/orders/7', () => HttpResponse.error()));
    await expect(dataProvider.getOne('orders', { id: '7' })).rejects.toMatchObject({
      status: 0,
      body: { code: 'network' },
    });
  });
});

describe('deleteMany', () => {
  it('sends the ids as text in the body', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.delete, '/api/orders', sent, null));
    const answer = await dataProvider.deleteMany('orders', { ids: ['7', 8] });
    expect(sent).toEqual([{ ids: ['7', '8'] }]);
    expect(answer.data).toEqual(['7', 8]);
  });
});

describe('a record', () => {
  const draft = { name: '审核', note: '', permissions: [], secondFactor: false };

  it('is made and changed by its own calls', async () => {
    const sent: unknown[] = [];
    server.use(
      recording(http.post, '/api/roles', sent, { ...draft, id: 'r1' }, 201),
      recording(http.put, '/api/roles/r1', sent, { ...draft, id: 'r1', note: '二' }),
    );
    const made = await dataProvider.create('role', { data: draft });
    expect(made.data.id).toBe('r1');
    const changed = await dataProvider.update('role', {
      ...{ id: 'r1', data: { ...draft, note: '二' } },
      previousData: made.data,
    });
    expect(changed.data.note).toBe('二');
    expect(sent).toEqual([draft, { ...draft, note: '二' }]);
  });

  it('that the server objects to says so by field, as forms show it', async () => {
    server.use(
      http.post('/api/roles', () =>
        HttpResponse.json(
          {
            ...{ type: 'about:blank', title: '', status: 400, code: 'invalid', detail: '重复' },
            errors: [{ field: 'name', detail: '名称已存在！', code: 'field.taken' }],
          },
          { status: 400 },
        ),
      ),
    );
    const failure = await dataProvider.create('role', { data: draft }).catch((error) => error);
    expect(Object.keys(failure.body.errors)).toEqual(['name']);
  });

  it('of the audit log is changed by nobody', async () => {
    const params = { id: '1', data: {}, previousData: { id: '1' } };
    await expect(dataProvider.update('auditLog', params)).rejects.toMatchObject({ status: 405 });
  });
});
