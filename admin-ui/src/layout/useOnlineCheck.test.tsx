import { buildConfig } from '@scenedock/ui-kit/testing';
import { act, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { authProvider } from '../providers/authProvider';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { SessionWatch } from './SessionWatch';
import { ONLINE_CHECK_MS } from './useOnlineCheck';

useServer();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

it('says nothing of an end that its person wishes', async () => {
  const [replace, assign] = [vi.fn(), vi.fn()];
  vi.stubGlobal('location', { ...window.location, replace, assign });
  server.use(
    http.get('/api/config', () => HttpResponse.json(buildConfig())),
    http.get('/api/auth/rules', () => HttpResponse.json({})),
    http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
    http.post('/api/behaviours', () => new HttpResponse(null, { status: 204 })),
  );
  render(
    <Stage at="/user">
      <SessionWatch />
    </Stage>,
  );
  await vi.waitFor(() => expect(localStorage.getItem('scenedock.lastActivity')).not.toBeNull());
  await act(() => authProvider.logout({}));
  expect(assign).toHaveBeenCalledExactlyOnceWith('/search');
  expect(replace).not.toHaveBeenCalled();
  expect(sessionStorage.getItem('scenedock.farewell')).toBeNull();
});

it('leads once to the search, which says that the server ended the session, without a click', async () => {
  const replace = vi.fn();
  const at = { pathname: '/admin/', search: '', hash: '#/user?page=2' };
  vi.stubGlobal('location', { ...window.location, ...at, replace });
  // What was done in the test before was done long ago.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 10_000 });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  server.use(
    http.get('/api/config', () => HttpResponse.json(buildConfig())),
    http.get('/api/auth/rules', () => HttpResponse.json({})),
  );
  render(
    <Stage at="/user">
      <SessionWatch />
    </Stage>,
  );
  await vi.waitFor(() => expect(localStorage.getItem('scenedock.lastActivity')).not.toBeNull());
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json({ detail: '请登录' }, { status: 401 })),
  );
  await act(() => vi.advanceTimersByTimeAsync(ONLINE_CHECK_MS));
  const next = encodeURIComponent('/admin/#/user?page=2');
  await vi.waitFor(() =>
    expect(replace).toHaveBeenCalledExactlyOnceWith(`/search?dialog=signIn&next=${next}`),
  );
  expect(sessionStorage.getItem('scenedock.farewell')).toBe('expired');
  await act(() => vi.advanceTimersByTimeAsync(ONLINE_CHECK_MS));
  expect(replace).toHaveBeenCalledOnce();
  // react-admin does not lead to its own sign-in meanwhile.
  await expect(authProvider.logout({})).resolves.toBe(false);
  expect(screen.getByTestId('address').textContent).toBe('/user');
});
