import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, queryString, request } from './client';
import { getToken, onTokenChange, setToken } from './session';

const AT = 'http://localhost/api/thing';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  setToken(null);
});
afterAll(() => server.close());

const failure = () =>
  request('GET', '/api/thing').then(
    () => null,
    (error: unknown) => error,
  );

describe('a call', () => {
  it('carries the token and JSON', async () => {
    setToken('secret');
    server.use(
      http.post(AT, async ({ request: got }) =>
        HttpResponse.json({ auth: got.headers.get('Authorization'), body: await got.json() }),
      ),
    );
    const answer = await request('POST', '/api/thing', { body: { a: 1 } });
    expect(answer).toEqual({ auth: 'Bearer secret', body: { a: 1 } });
  });

  it('throws what the server objects to', async () => {
    const errors = [{ field: 'phone', detail: 'x' }];
    const problem = { status: 422, code: 'invalid', detail: '必填项不能为空！', errors };
    server.use(http.get(AT, () => HttpResponse.json(problem, { status: 422 })));
    const error = await failure();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'invalid', detail: problem.detail, errors });
  });

  it('throws an ApiError for pages of a proxy and for silence too', async () => {
    server.use(http.get(AT, () => new HttpResponse('<html>', { status: 502 })));
    expect(await failure()).toMatchObject({ status: 502 });
    server.use(http.get(AT, () => HttpResponse.error()));
    expect(await failure()).toMatchObject({ status: 0, code: 'network' });
  });

  it('ends the session on 401, and tells', async () => {
    const told: (string | null)[] = [];
    setToken('old');
    const stop = onTokenChange((token) => told.push(token));
    server.use(http.get(AT, () => HttpResponse.json({ detail: 'x' }, { status: 401 })));
    await failure();
    stop();
    expect(getToken()).toBeNull();
    expect(told).toEqual([null]);
  });
});

describe('a query', () => {
  it('leaves out what is empty, repeats lists, escapes', () => {
    const query = { a: '', b: undefined, c: null, d: [1, 2], e: '+08:00 &', f: 0 };
    expect(queryString(query)).toBe('?d=1&d=2&e=%2B08%3A00+%26&f=0');
    expect(queryString({})).toBe('');
  });
});
