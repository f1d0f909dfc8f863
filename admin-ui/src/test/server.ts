import { setToken } from '@scenedock/ui-kit';
import { AUTHORITIES, buildPushes, MENUS, PAGES } from '@scenedock/ui-kit/testing';
import { cleanup } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { forget } from '../providers/authProvider';

/** An administrator is signed in, unless a test says otherwise. */
export const ADMIN = {
  id: 'me',
  loginName: 'admin',
  userName: '管理员',
  role: 'admin',
  authorities: AUTHORITIES.admin,
  pages: PAGES.admin,
  menu: MENUS.admin,
};

export const server = setupServer(
  http.get('/api/auth/me', () => HttpResponse.json(ADMIN)),
  http.get('/api/orders/:id/pushes', () => HttpResponse.json(buildPushes({ isOpen: false }))),
  http.get('/api/instruments', () => HttpResponse.json({ items: [], total: 0 })),
  http.get('/api/regions', () => HttpResponse.json({ items: [], groups: {}, total: 0 })),
  http.get('/api/dictionary', () => HttpResponse.json({ items: [], total: 0 })),
);

/** Starts the pretended server around the tests of a file; a call that no test expects fails. */
export function useServer() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => setToken('t-admin'));
  afterEach(() => {
    cleanup();
    server.resetHandlers();
    forget();
    localStorage.clear();
  });
  afterAll(() => server.close());
}

/** A refusal as the server words it. */
export function problem(status: number, code: string, detail: string) {
  return HttpResponse.json(
    { type: 'about:blank', title: code, status, detail, code },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  );
}
