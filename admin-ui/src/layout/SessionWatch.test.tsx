import { buildConfig } from '@scenedock/ui-kit/testing';
import { act, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { SessionWatch } from './SessionWatch';

useServer();

afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;

it('tells the log of the stay of somebody who walks off, and then ends the session', async () => {
  const calls: string[] = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  server.use(
    http.get('/api/config', () => HttpResponse.json(buildConfig())),
    http.get('/api/auth/rules', () => HttpResponse.json({})),
    http.post('/api/behaviours', async ({ request }) => {
      const { type } = (await request.json()) as { type: number };
      calls.push(`stay ${type} ${request.headers.get('Authorization')}`);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('/api/auth/logout', ({ request }) => {
      calls.push(`logout ${request.headers.get('Authorization')}`);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(
    <Stage>
      <SessionWatch />
    </Stage>,
  );
  // The guard has begun.
  await vi.waitFor(() => expect(localStorage.getItem('scenedock.lastActivity')).not.toBeNull());
  await act(() => vi.advanceTimersByTimeAsync(30 * MINUTE + 6000));
  expect(await screen.findByRole('dialog', { name: '无操作时间过长,请重新输入密码' })).toBeTruthy();
  await vi.waitFor(() => expect(calls).toEqual(['stay 6 Bearer t-admin', 'logout Bearer t-admin']));
});
