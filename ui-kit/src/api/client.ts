import { messagesOf } from '../messages/loaded';
import { storedLocale } from '../messages/locale';
import { zhCN } from '../messages/zh-CN';
import { getToken, setToken } from './session';
import type { FieldError, Problem, Role } from './types';

/** A refusal by the server, or (status 0) no answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: FieldError[] = [],
    /** Of a 403: the roles that may. */
    readonly needs: readonly Role[] = [],
  ) {
    super(detail);
    this.name = 'ApiError';
  }
}

type QueryValue = string | number | boolean | null | undefined;

export type RequestOptions = {
  query?: Record<string, QueryValue | readonly QueryValue[]>;
  /** Sent as JSON, except `FormData`, which is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** `?a=1&b=x`; empty text and absent values are left out, a list repeats its key. */
export function queryString(query: RequestOptions['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(key, String(one));
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'detail' in value;
}

async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (isProblem(body)) {
    return new ApiError(
      response.status,
      body.code ?? '',
      body.detail,
      body.errors ?? [],
      body.needs ?? [],
    );
  }
  return new ApiError(response.status, '', `${response.status} ${response.statusText}`.trim());
}

function prepare(options: RequestOptions): { headers: Headers; body: BodyInit | null } {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  const token = getToken();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (options.body === undefined) return { headers, body: null };
  if (options.body instanceof FormData) return { headers, body: options.body };
  headers.set('Content-Type', 'application/json');
  return { headers, body: JSON.stringify(options.body) };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/**
 * One call. `path` starts with `/api/`. Throws `ApiError`; a 401 to a request that carried a token also ends the
 * session, so that screens fall back to signing in.
 */
export async function request<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const response = await answered(method, path, options);
  if (response.status === 204 || response.headers.get('Content-Length') === '0') {
    return undefined as T;
  }
  return (await response.json()) as T;
}

/** The same for an answer that is a file. */
export async function requestFile(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Blob> {
  return (await answered(method, path, options)).blob();
}

async function answered(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const { headers, body } = prepare(options);
  const url = `${path}${queryString(options.query)}`;
  let response: Response;
  try {
    response = await fetch(url, { method, headers, body, signal: options.signal ?? null });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, 'network', (messagesOf(storedLocale()) ?? zhCN).common.offline);
  }
  if (response.status === 401 && headers.has('Authorization')) setToken(null);
  if (!response.ok) throw await readError(response);
  return response;
}
