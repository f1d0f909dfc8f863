import createClient, {
  createFinalURL,
  defaultPathSerializer,
  type Middleware,
} from 'openapi-fetch';
import { messagesOf } from '../messages/loaded';
import { storedLocale } from '../messages/locale';
import { textOf } from '../messages/texts';
import { zhCN } from '../messages/zh-CN';
import { whenUnlocked } from '../session/lock';
import type { paths } from './schema';
import { getToken, refuseToken } from './session';
import type { FieldError, Permission, Problem } from './types';

/** A refusal by the server, or (status 0) no answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: FieldError[] = [],
    /** Of a 403: the roles that may. */
    readonly needs: readonly Permission[] = [],
    /** Of a sign-in that lacks only the second factor: what stands for the password in the next call. */
    readonly ticket: string | null = null,
    /** What its words name. */
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.name = 'ApiError';
  }
}

/** Lets a screen give up a call that it no longer needs. */
export type Signal = { signal?: AbortSignal };

/** `a=1&b=x`; empty text and absent values are left out, a list repeats its key. */
export function queryString(query: Record<string, unknown> = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(key, String(one));
    }
  }
  return params.toString();
}

/** What a locked page may ask: all that it takes to go on. */
const UNLOCKING: ReadonlySet<string> = new Set<keyof paths>([
  '/api/auth/login',
  '/api/auth/captcha',
  '/api/auth/rules',
  '/api/config',
]);

const bearer = (token: string) => `Bearer ${token}`;

/** Of a call that speaks for a certain token, whatever this browser holds. */
export const asBearer = (token: string) => ({ headers: { Authorization: bearer(token) } });

/** Sends the token with every call, and ends the session when the server no longer takes it. */
const session: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (request.headers.has('Authorization')) return request;
    if (!UNLOCKING.has(schemaPath)) await whenUnlocked();
    const token = getToken();
    if (token !== null) request.headers.set('Authorization', bearer(token));
    return request;
  },
  onResponse({ request, response }) {
    const token = getToken();
    // What a call of an earlier session is told does not concern this one.
    const own = token !== null && request.headers.get('Authorization') === bearer(token);
    if (response.status === 401 && own) refuseToken();
  },
};

/** Answers of a proxy whose server is away. */
const AWAY = [502, 503, 504];

let onSilence = () => {};

/** Tells `listener` whenever a call goes unanswered. Returns the way to stop. */
export function followSilence(listener: () => void): () => void {
  onSilence = listener;
  return () => {
    onSilence = () => {};
  };
}

/** Whether a status is the server's own. */
export const isAnswer = (status: number) => !AWAY.includes(status);

const listening: Middleware = {
  onResponse({ response }) {
    if (!isAnswer(response.status)) onSilence();
  },
  onError({ error }) {
    if (!(error instanceof Error && error.name === 'AbortError')) onSilence();
  },
};

/** Silence is an `ApiError` too; what a screen gave up itself stays an `AbortError`. */
const silence: Middleware = {
  onError({ error }) {
    if (error instanceof Error && error.name === 'AbortError') return;
    return new ApiError(0, 'network', (messagesOf(storedLocale()) ?? zhCN).common.offline);
  },
};

/** The calls of the generated schema, by method and path. */
export const wire = createClient<paths>({
  baseUrl: location.origin,
  headers: { Accept: 'application/json' },
  // Looked up at each call, for tests put their own in its place.
  fetch: (request) => globalThis.fetch(request),
  querySerializer: queryString,
});
wire.use(session, silence, listening);

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** The body of an answer. Throws `ApiError` for every other than a success. */
export async function answer<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw refusal(response, error);
  return data as T;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'detail' in value;
}

/** The error of a problem+json, in the reader's language; `null`: the body is something else. */
export function problemError(status: number, body: unknown): ApiError | null {
  if (!isProblem(body)) return null;
  const detail = textOf({ code: body.reason, params: body.params }, body.detail);
  const errors = (body.errors ?? []).map((one) => ({ ...one, detail: textOf(one, one.detail) }));
  return new ApiError(
    status,
    body.code ?? '',
    detail,
    errors,
    body.needs ?? [],
    body.ticket ?? null,
    body.params ?? {},
  );
}

function refusal({ status, statusText }: Response, body: unknown): ApiError {
  return problemError(status, body) ?? new ApiError(status, '', `${status} ${statusText}`.trim());
}

/** The words of a refusal by field; none: it was about something else. */
export function fieldFaults(error: unknown): Readonly<Record<string, string>> {
  const errors = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(errors.map(({ field, detail }) => [field, detail]));
}

type Readable = {
  [P in keyof paths]: paths[P] extends { get: unknown } | { post: unknown } ? P : never;
}[keyof paths];

type Operation<P extends Readable> = paths[P] extends { get: infer O extends object }
  ? O
  : paths[P] extends { post: infer O extends object }
    ? O
    : never;

type Params<P extends Readable> =
  Operation<P> extends { parameters: infer Q } ? Pick<Q, keyof Q & ('path' | 'query')> : never;

/** The address of a path of the schema, for links, pictures and streams, which a browser asks for itself. */
export function address<P extends Readable>(
  path: P,
  params: Params<P>,
  querySerializer = queryString,
): string {
  return createFinalURL(path, {
    baseUrl: '',
    params: params as Parameters<typeof createFinalURL>[1]['params'],
    querySerializer,
    pathSerializer: defaultPathSerializer,
  });
}
