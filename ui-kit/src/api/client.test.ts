import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, address, answer, queryString, wire } from './client';
import { api } from './endpoints';
import { getToken, onTokenChange, setToken } from './session';

const AT = 'http://localhost/api/config';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  setToken(null);
});
afterAll(() => server.close());

const failure = () =>
  answer(wire.GET('/api/config')).then(
    () => null,
    (error: unknown) => error,
  );

describe('a call', () => {
  it('carries the token and JSON', async () => {
    setToken('secret');
    server.use(
      http.post('http://localhost/api/units', async ({ request }) =>
        HttpResponse.json({
          auth: request.headers.get('Authorization'),
          type: request.headers.get('Content-Type'),
          body: await request.json(),
        }),
      ),
    );
    expect(await api.system.addUnit('a')).toEqual({
      auth: 'Bearer secret',
      type: 'application/json',
      body: { name: 'a', status: 1 },
    });
  });

  it('sends a file as a form, and an empty answer is none', async () => {
    const sent: string[] = [];
    server.use(
      http.post('http://localhost/api/attachments', async ({ request }) => {
        sent.push(request.headers.get('Content-Type') ?? '', await request.text());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const file = new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' });
    expect(await api.attachments.upload(file, 6)).toBeUndefined();
    expect(sent[0]).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent[1]).toMatch(/name="type"\r\n\r\n6\r\n.*name="file"; filename=/s);
    expect(sent[1]).toContain('Content-Type: application/pdf');
  });

  it('can be given up, which is no fault', async () => {
    const giveUp = new AbortController();
    server.use(
      http.get(AT, () => {
        giveUp.abort();
        return new Promise<never>(() => {});
      }),
    );
    await expect(api.system.config({ signal: giveUp.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
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
    expect(queryString(query)).toBe('d=1&d=2&e=%2B08%3A00+%26&f=0');
    expect(queryString({})).toBe('');
  });
});

describe('an address', () => {
  it('escapes what stands in the path, and ends with the query', () => {
    expect(address('/api/attachments/{id}', { path: { id: 'a/b ?' } })).toBe(
      '/api/attachments/a%2Fb%20%3F',
    );
    expect(api.orders.blankFormUrl('7', 6, 'docx')).toBe('/api/orders/7/forms/6?format=docx');
    expect(api.system.feedbackTemplateUrl).toBe('/api/feedback/template');
  });
});
