import { buildConfig } from '@scenedock/ui-kit/testing';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problem, server, useServer } from '../test/server';

useServer();

const HOUR = 3_600_000;
const replace = vi.fn();

beforeEach(() => {
  replace.mockReset();
  sessionStorage.clear();
  vi.stubGlobal('location', { ...window.location, replace });
  localStorage.setItem('scenedock.draft', '{}');
  localStorage.setItem('RaStore.columns', '[]');
  localStorage.setItem('elsewhere', '1');
  server.use(
    http.get('/api/auth/me', () => problem(401, 'unauthenticated', '登录过期，请重新登录!')),
    http.get('/api/config', () => HttpResponse.json(buildConfig())),
  );
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
  const { authProvider } = await import('./authProvider');
  await expect(authProvider.checkAuth({})).rejects.toMatchObject({ status: 401 });
  return authProvider;
}

it.each([
  ['whose session the server has ended', () => undefined],
  ['that was closed while its page was locked', lock],
])(
  'a browser %s has the search say after a day that nobody was there, and forgets all',
  async (_, leave) => {
    lastClicked(25);
    leave();
    const authProvider = await open();
    // react-admin does not lead to its own sign-in meanwhile.
    await expect(authProvider.logout({})).resolves.toBe(false);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/search'));
    expect(Object.keys(localStorage)).toEqual(['elsewhere']);
    expect(sessionStorage.getItem('scenedock.farewell')).toBe('inactive');
  },
);

it('leads on to the sign-out of the identity provider where people sign in there', async () => {
  const config = buildConfig({ systemName: 'DZY', singleSignOn: { label: '' } });
  server.use(http.get('/api/config', () => HttpResponse.json(config)));
  lastClicked(25);
  await open();
  await vi.waitFor(() =>
    expect(replace).toHaveBeenCalledExactlyOnceWith('/api/auth/oidc/sign-out'),
  );
});

it('within a day the sign-in has expired, and what is stored stays', async () => {
  lastClicked(12);
  await open();
  const next = encodeURIComponent(`${window.location.pathname}${window.location.hash}`);
  expect(replace).toHaveBeenCalledExactlyOnceWith(`/search?dialog=signIn&next=${next}`);
  expect(sessionStorage.getItem('scenedock.farewell')).toBe('expired');
  expect(localStorage.getItem('scenedock.draft')).toBe('{}');
});

it('nobody who has signed out is led away, however long ago', async () => {
  localStorage.removeItem('scenedock.token');
  lastClicked(48);
  await open();
  expect(replace).not.toHaveBeenCalled();
  expect(localStorage.getItem('scenedock.draft')).toBe('{}');
});
