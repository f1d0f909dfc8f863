import { getToken, setToken, useConfigQuery } from '@scenedock/ui-kit';
import { buildConfig } from '@scenedock/ui-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import { useSession } from './session';

const server = useServer([
  ...everyScreen(),
  http.post(`${SITE}/api/auth/logout`, () => new HttpResponse(null, { status: 204 })),
  http.post(`${SITE}/api/behaviours`, () => new HttpResponse(null, { status: 204 })),
]);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Who() {
  const { me, signOut } = useSession();
  return (
    <button type="button" onClick={() => void signOut()}>
      {me?.userName ?? 'guest'}
    </button>
  );
}

function Configured() {
  return (
    <>
      <Who />
      <p>{`named [${useConfigQuery().data?.systemName}]`}</p>
    </>
  );
}

it('stays as it is while signing out, until the page is loaded anew', async () => {
  const [assign, reload] = [vi.fn(), vi.fn()];
  vi.stubGlobal('location', { ...window.location, assign, reload, pathname: '/', search: '' });
  openAt('/search', <Who />);
  fireEvent.click(await screen.findByRole('button', { name: '王工' }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/search'));
  expect(getToken()).toBeNull();
  // A way to sign in would be taken away again by the page that is coming.
  expect(screen.queryByRole('button', { name: 'guest' })).toBeNull();
  expect(screen.queryByText('登录过期，请重新登录!')).toBeNull();
  // Back, to a page that the browser kept.
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(reload).toHaveBeenCalledOnce();
});

it.each([
  ['', 1],
  ['other', 1],
  ['DZY', 0],
  ['FW', 0],
])('is told where the name of the system, %j, is none that there is, once', async (name, told) => {
  const assign = vi.fn();
  server.use(
    http.get(`${SITE}/api/config`, () => HttpResponse.json(buildConfig({ systemName: name }))),
  );
  vi.stubGlobal('location', { ...window.location, assign });
  openAt('/search', <Configured />);
  await screen.findByText(`named [${name}]`);
  fireEvent.click(screen.getByRole('button', { name: '王工' }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/search'));
  vi.unstubAllGlobals();
  cleanup();
  // The page that is loaded next.
  openAt('/search', <Who />);
  await screen.findByRole('button', { name: 'guest' });
  // The guard has taken what was left for it.
  await waitFor(() => expect(sessionStorage.getItem('scenedock.farewell')).toBeNull());
  expect(screen.queryAllByText('系统名称未配置！')).toHaveLength(told);
  cleanup();
  openAt('/search', <Who />);
  await screen.findByRole('button', { name: 'guest' });
  expect(screen.queryByText('系统名称未配置！')).toBeNull();
});

it('ends with a warning when the server, or another tab, ended it', async () => {
  openAt('/search', <Who />);
  await screen.findByRole('button', { name: '王工' });
  setToken(null);
  await screen.findByRole('button', { name: 'guest' });
  await screen.findByText('登录过期，请重新登录!');
});

it('says what the back office leaves for it: that the session there has expired', async () => {
  setToken(null);
  sessionStorage.setItem('scenedock.farewell', 'expired');
  openAt('/search?dialog=signIn&next=%2Fadmin%2F', <Who />);
  await screen.findByRole('button', { name: 'guest' });
  await screen.findByText('登录过期，请重新登录!');
});

it('keeps the page, and what was typed, of whoever gives the password during an outage', async () => {
  const isSilent = () => HttpResponse.error();
  const answering = [
    http.get(`${SITE}/api/config`, () => HttpResponse.json(buildConfig())),
    http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({})),
    http.post(`${SITE}/api/auth/login`, () => HttpResponse.json({ token: 'fresh' })),
  ];
  // What was done in the test before was done long ago.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 10_000 });
  server.use(...answering);
  const Page = () => (useSession().me === null ? null : <input aria-label="typed" />);
  openAt('/search', <Page />);
  fireEvent.change(await screen.findByLabelText('typed'), { target: { value: 'half' } });
  await vi.waitFor(() => expect(localStorage.getItem('scenedock.lastActivity')).not.toBeNull());
  server.use(
    http.get(`${SITE}/api/config`, isSilent),
    http.post(`${SITE}/api/auth/login`, isSilent),
  );
  window.dispatchEvent(new Event('offline'));
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(screen.getByRole('dialog', { name: '网络连接超时,请尝试重新刷新页面' })).toBeTruthy();
  fireEvent.change(screen.getByPlaceholderText('请输入密码'), { target: { value: 'Geology77' } });
  fireEvent.click(screen.getByRole('button', { name: '继续' }));
  server.use(...answering);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getToken()).toBe('fresh');
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('half');
});
