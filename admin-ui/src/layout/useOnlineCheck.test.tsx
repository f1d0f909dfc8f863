import { buildConfig } from '@scenedock/ui-kit/testing';
import { act, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { SessionWatch } from './SessionWatch';
import { ONLINE_CHECK_MS } from './useOnlineCheck';

useServer();

afterEach(() => {
  vi.useRealTimers();
});

it('says once that the server ended the session, without a click', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
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
  await screen.findByText('登录过期，请重新登录!');
  await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'));
  await act(() => vi.advanceTimersByTimeAsync(ONLINE_CHECK_MS));
  await vi.waitFor(() => expect(screen.queryByText('登录过期，请重新登录!')).toBeNull());
});
