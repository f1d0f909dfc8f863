import { LocaleProvider, type Me, setToken } from '@scenedock/ui-kit';
import { APPLICANT, AUTHORITIES, buildConfig, MENUS, PAGES } from '@scenedock/ui-kit/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ConfirmProvider } from '../parts/confirm';
import { NoticeProvider } from '../parts/notice';
import { SessionProvider } from '../session/session';

export const SITE = 'http://localhost';

export const ADMIN: Me = {
  ...APPLICANT,
  id: '2',
  loginName: 'admin',
  role: 'admin',
  authorities: AUTHORITIES.admin,
  pages: PAGES.admin,
  menu: MENUS.admin,
};

export const CONFIG = buildConfig();

/**
 * The server of a file's tests, each of which begins signed in and leaves nothing behind; a call that none expects
 * fails.
 */
export function useServer(handlers: RequestHandler[], token: string | null = 'token') {
  const server = setupServer(...handlers);
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => setToken(token));
  afterEach(() => {
    cleanup();
    server.resetHandlers();
    localStorage.clear();
    sessionStorage.clear();
  });
  afterAll(() => server.close());
  return server;
}

/** Who is signed in, how this installation is set up, and what is announced: every screen asks for these. */
export const everyScreen = (me: Me = APPLICANT) => [
  http.get(`${SITE}/api/auth/me`, () => HttpResponse.json(me)),
  http.get(`${SITE}/api/config`, () => HttpResponse.json(CONFIG)),
  http.get(`${SITE}/api/instruments`, () => HttpResponse.json({ items: [], total: 0 })),
  http.get(`${SITE}/api/dictionary`, () => HttpResponse.json({ items: [], total: 0 })),
  http.get(`${SITE}/api/announcements`, () => HttpResponse.json({ items: [], total: 0 })),
];

/** The answer to a refused request. */
export function refusal(status: number, detail: string) {
  const body = { type: 'about:blank', title: '', status, code: 'refused', detail };
  return HttpResponse.json(body, { status });
}

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{`${pathname}${search}`}</output>;
}

/** Shows something with all around it that the portal's screens need, but for router and session. */
export function renderPortal(children: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <LocaleProvider>
      <QueryClientProvider client={client}>
        <NoticeProvider>
          <ConfirmProvider>{children}</ConfirmProvider>
        </NoticeProvider>
      </QueryClientProvider>
    </LocaleProvider>,
  );
}

/** Shows part of the portal at an address. */
export function openAt(address: string, page: ReactNode): void {
  renderPortal(
    <MemoryRouter initialEntries={[address]}>
      <SessionProvider>
        {page}
        <Where />
      </SessionProvider>
    </MemoryRouter>,
  );
}

/** Opens a list and takes one of it. */
export async function choose(field: HTMLElement, option: string): Promise<void> {
  fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByRole('option', { name: option }));
}
