import { announceArrival, getToken } from '@scenedock/ui-kit';
import { buildConfig } from '@scenedock/ui-kit/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { useMe } from '../providers/useMe';
import { Stage } from '../test/Stage';
import { ADMIN, server, useServer } from '../test/server';
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

it('warns of the password whoever has signed in in the portal and was led here, once', async () => {
  const words = '密码将于3天后到期，请及时修改！';
  server.use(
    http.get('/api/config', () => HttpResponse.json(buildConfig())),
    http.get('/api/auth/rules', () => HttpResponse.json({})),
    http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, periodMsg: words })),
  );
  const Who = () => <p>{useMe()?.userName}</p>;
  const load = async () => {
    render(
      <Stage>
        <SessionWatch />
        <Who />
      </Stage>,
    );
    await screen.findByText(ADMIN.userName);
  };
  announceArrival();
  await load();
  await screen.findByText(words);
  cleanup();
  await load();
  expect(screen.queryByText(words)).toBeNull();
});

it('asks for the password during an outage, and keeps the page and what was given', async () => {
  const isSilent = () => HttpResponse.error();
  const answering = [
    http.get('/api/config', () => HttpResponse.json({ ...buildConfig(), captcha: false })),
    http.get('/api/auth/rules', () => HttpResponse.json({})),
    http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
    http.post('/api/auth/login', () => HttpResponse.json({ token: 't-fresh' })),
  ];
  // What was done in the test before was done long ago.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 10_000 });
  server.use(...answering);
  const Page = () => (useMe() === undefined ? null : <input aria-label="typed" />);
  render(
    <Stage>
      <Page />
      <SessionWatch />
    </Stage>,
  );
  fireEvent.change(await screen.findByLabelText('typed'), { target: { value: 'half' } });
  await vi.waitFor(() => expect(localStorage.getItem('scenedock.lastActivity')).not.toBeNull());
  server.use(http.get('/api/config', isSilent), http.post('/api/auth/login', isSilent));
  window.dispatchEvent(new Event('offline'));
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(screen.getByRole('dialog', { name: '网络连接超时,请尝试重新刷新页面' })).toBeTruthy();
  const field = screen.getByPlaceholderText('请输入密码');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'Geology77' } });
  fireEvent.click(screen.getByRole('button', { name: '继续' }));
  expect(screen.getByRole('alert').textContent).toMatch(/服务器尚未响应/);
  server.use(...answering);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getToken()).toBe('t-fresh');
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('half');
});
