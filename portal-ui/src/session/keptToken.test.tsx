import { buildConfig } from '@scenedock/ui-kit/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everyScreen, SITE, useServer } from '../test/portal';

const HOUR = 3_600_000;

let meAsked = 0;

const server = useServer([
  http.get(`${SITE}/api/auth/me`, () => {
    meAsked += 1;
    return HttpResponse.json({ detail: '登录过期，请重新登录!' }, { status: 401 });
  }),
  ...everyScreen(),
]);

const replace = vi.fn();

beforeEach(() => {
  meAsked = 0;
  replace.mockReset();
  vi.stubGlobal('location', { ...window.location, replace });
  localStorage.setItem('scenedock.recentSearches', '[]');
  localStorage.setItem('scenedock.pointQuery.WX', '{}');
  localStorage.setItem('elsewhere', '1');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store does not exist here
  document.cookie = 'left=1; Path=/';
});

afterEach(() => vi.unstubAllGlobals());

const lastClicked = (hoursAgo: number) =>
  localStorage.setItem('scenedock.lastClick', String(Date.now() - hoursAgo * HOUR));

const lock = () => {
  localStorage.removeItem('scenedock.token');
  localStorage.setItem('scenedock.locked', 'idle 1');
};

/** A browser that has just been started: nothing is remembered but what it stores. */
async function open() {
  vi.resetModules();
  const [{ openAt }, { useSession }] = await Promise.all([
    import('../test/portal'),
    import('./session'),
  ]);
  function Who() {
    const { me, pending } = useSession();
    return <p>{me?.userName ?? (pending ? 'unknown' : 'guest')}</p>;
  }
  openAt('/search', <Who />);
}

it.each([
  ['whose session the server has ended', () => undefined],
  ['that was closed while its page was locked', lock],
])('a browser %s says after a day that nobody was there, and forgets all', async (_, leave) => {
  lastClicked(48);
  leave();
  await open();
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/search'));
  // Until then nobody is called a guest, who would be asked to sign in.
  expect(screen.queryByText('guest')).toBeNull();
  expect(Object.keys(localStorage).sort()).toEqual(['elsewhere', 'scenedock.locale']);
  expect(document.cookie).toBe('');
  expect(meAsked).toBeLessThan(2);
  cleanup();
  await open();
  await screen.findByText('guest');
  await screen.findByText('检测到您长时间未操作页面,请重新登录!');
  screen.getByText('温馨提示');
});

it('leads on to the sign-out of the identity provider where people sign in there', async () => {
  const config = buildConfig({ systemName: 'DZY', singleSignOn: { label: '' } });
  server.use(http.get(`${SITE}/api/config`, () => HttpResponse.json(config)));
  lastClicked(25);
  await open();
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/api/auth/oidc/sign-out'));
});

it('says within a day that the sign-in has expired, and keeps what is stored', async () => {
  lastClicked(12);
  await open();
  await screen.findByText('登录过期，请重新登录!');
  await screen.findByText('guest');
  expect(replace).not.toHaveBeenCalled();
  expect(localStorage.getItem('scenedock.recentSearches')).toBe('[]');
});

it('remembers no lock of a page that is gone once somebody has signed in', async () => {
  lastClicked(1);
  lock();
  sessionStorage.setItem('scenedock.farewell', 'expired');
  await open();
  // What is to be said is taken by the guard of the session, which listens then.
  await screen.findByText('登录过期，请重新登录!');
  const { setToken } = await import('@scenedock/ui-kit');
  act(() => setToken('fresh'));
  expect(localStorage.getItem('scenedock.locked')).toBeNull();
});
