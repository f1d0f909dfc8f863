import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { StrictMode, useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getToken, setToken } from '../api/session';
import type { Config, Me } from '../api/types';
import { APPLICANT, buildConfig } from '../testing/builders';

const SITE = 'http://localhost';
const DAY = 86_400_000;
const MINUTE = 60_000;

let captcha = false;
let singleSignOn: Config['singleSignOn'] = null;
let systemName = 'FW';
let calls: string[] = [];
let isAlive = true;
/** Where the sessions of the test are signed out at an identity provider. */
let provider: string | null = null;
const server = setupServer(
  http.get(`${SITE}/api/config`, () =>
    HttpResponse.json({ ...buildConfig(), captcha, singleSignOn, systemName }),
  ),
  http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({})),
  http.post(`${SITE}/api/auth/captcha`, () =>
    HttpResponse.json({ captchaId: 'c', image: 'data:,' }),
  ),
  http.post(`${SITE}/api/auth/logout`, ({ request }) => {
    calls.push(`logout ${request.headers.get('Authorization')}`);
    if (provider !== null) return HttpResponse.json({ providerAddress: provider });
    return new HttpResponse(null, { status: 204 });
  }),
  http.post(`${SITE}/api/auth/login`, async ({ request }) => {
    const body = (await request.json()) as Record<string, string>;
    calls.push(`login ${JSON.stringify(body)}`);
    if (body.password === 'Geology77') return HttpResponse.json({ token: 'fresh' });
    const detail = '用户名或密码错误!';
    return HttpResponse.json({ type: '', title: '', status: 401, detail }, { status: 401 });
  }),
  http.post(`${SITE}/api/behaviours`, async ({ request }) => {
    const { type, start, end } = (await request.json()) as Record<string, string>;
    const minutes = (Date.parse(end ?? '') - Date.parse(start ?? '')) / MINUTE;
    calls.push(`stay ${type} ${Math.round(minutes)} ${request.headers.get('Authorization')}`);
    return new HttpResponse(null, { status: 204 });
  }),
  http.get(`${SITE}/api/auth/me`, ({ request }) => {
    calls.push(`me ${request.headers.get('Authorization')}`);
    return isAlive
      ? HttpResponse.json(APPLICANT)
      : HttpResponse.json({ detail: '登录过期，请重新登录!' }, { status: 401 });
  }),
  http.get(`${SITE}/api/cart/count`, ({ request }) => {
    calls.push(`cart ${request.headers.get('Authorization')}`);
    return HttpResponse.json({ count: 1 });
  }),
);

const replace = vi.fn();
const endStay = vi.fn(() => Promise.resolve());

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  captcha = false;
  singleSignOn = null;
  systemName = 'FW';
  calls = [];
  isAlive = true;
  provider = null;
  replace.mockReset();
  endStay.mockClear();
  vi.stubGlobal('location', { ...window.location, origin: SITE, replace });
  localStorage.clear();
  sessionStorage.clear();
  setToken('old');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
  server.resetHandlers();
});
afterAll(() => server.close());

/** A page with a field, and everything that watches over it; anew for every test, for tabs remember. */
async function open({ isTimed = false } = {}) {
  const { default: SessionGuard } = await import('./SessionGuard');
  const { lockReason } = await import('./lock');
  const live = await import('../api/endpoints');
  const tokens = await import('../api/session');
  const provider = await import('../messages/LocaleProvider');
  const { endStay: endTimed, useTimeOnSite } = await import('./useTimeOnSite');
  function Page() {
    const [me, setMe] = useState<Me | null>(APPLICANT);
    useTimeOnSite(isTimed ? APPLICANT.id : null);
    return (
      <>
        <input aria-label="typed" />
        <SessionGuard me={me} endStay={isTimed ? endTimed : endStay} onResumed={setMe} />
      </>
    );
  }
  const client = new QueryClient();
  // Known before the server went away.
  client.setQueryData(['config'], { ...buildConfig(), captcha, singleSignOn, systemName });
  render(
    <StrictMode>
      <provider.LocaleProvider>
        <QueryClientProvider client={client}>
          <Page />
        </QueryClientProvider>
      </provider.LocaleProvider>
    </StrictMode>,
  );
  return { lockReason, api: live.api, tokens };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** A machine that sleeps: the clock goes on, nothing else does. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);
const IDLE = '无操作时间过长,请重新输入密码';
const NETWORK = '网络连接超时,请尝试重新刷新页面';
const password = () => screen.getByPlaceholderText('请输入密码');
const give = (text: string) => {
  fireEvent.change(password(), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: '继续' }));
};

describe('a page whose person is away', () => {
  it('asks for the password in place after half an hour, and ends the session meanwhile', async () => {
    const page = await open();
    fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'half a sentence' } });
    await pass(29 * MINUTE);
    expect(screen.queryByText(IDLE)).toBeNull();
    await pass(MINUTE + 6000);
    expect(screen.getByRole('dialog', { name: IDLE })).toBeTruthy();
    await vi.waitFor(() => expect(calls).toContain('logout Bearer old'));
    expect(getToken()).toBeNull();
    give('wrong');
    expect(await screen.findByText('用户名或密码错误!')).toBeTruthy();
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(IDLE)).toBeNull());
    expect(getToken()).toBe('fresh');
    expect(calls).toContain(
      `login ${JSON.stringify({ loginName: APPLICANT.loginName, password: 'Geology77' })}`,
    );
    expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('half a sentence');
    expect(page.lockReason()).toBeNull();
  });

  it('holds back what the page asks until then', async () => {
    await open();
    const { catalogue } = await import('../api/catalogue');
    await pass(30 * MINUTE + 6000);
    const count = catalogue.cartCount();
    await pass(1000);
    expect(calls.filter((call) => call.startsWith('cart'))).toEqual([]);
    give('Geology77');
    expect(await count).toEqual({ count: 1 });
    expect(calls).toContain('cart Bearer fresh');
  });

  it('is not away while something is done, in this tab or another', async () => {
    await open();
    await pass(20 * MINUTE);
    fireEvent.keyDown(document.body, { key: 'a' });
    await pass(20 * MINUTE);
    localStorage.setItem('scenedock.lastActivity', String(Date.now()));
    await pass(20 * MINUTE);
    expect(screen.queryByText(IDLE)).toBeNull();
    await pass(10 * MINUTE + 6000);
    expect(screen.getByText(IDLE)).toBeTruthy();
  });

  it('is locked after a sleep before the first movement counts', async () => {
    await open();
    sleep(45 * MINUTE);
    fireEvent.pointerMove(document.body);
    await pass(0);
    expect(screen.getByText(IDLE)).toBeTruthy();
  });

  it('keeps the page when the server was the first to notice', async () => {
    const page = await open();
    sleep(30 * MINUTE - 1000);
    isAlive = false;
    await act(() => page.api.auth.me().catch(() => undefined));
    expect(screen.getByText(IDLE)).toBeTruthy();
  });

  it('wants the captcha where the installation does', async () => {
    captcha = true;
    await open();
    await pass(30 * MINUTE + 6000);
    give('Geology77');
    expect(await screen.findByText('请输入验证码')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('验证码'), { target: { value: '1234' } });
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(IDLE)).toBeNull());
  });

  it('is signed in to at the identity provider in a window of its own, and keeps what was typed', async () => {
    singleSignOn = { label: '统一认证' };
    const popup = vi.spyOn(window, 'open').mockReturnValue(window);
    const page = await open();
    fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'half a sentence' } });
    await pass(30 * MINUTE + 6000);
    const link = screen.getByRole('link', { name: '在新窗口中重新登录' });
    const address = '/api/auth/oidc/start?returnTo=%2Fsso%3Fagain%3D1&again=1';
    // Where a window is refused, a tab: never this page.
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([address, '_blank']);
    expect(fireEvent.click(link)).toBe(false);
    expect(popup).toHaveBeenCalledExactlyOnceWith(address, '_blank', expect.any(String));
    // What the window does when it has handed its ticket in.
    localStorage.setItem('scenedock.token', 'fresh');
    const news = { key: 'scenedock.token', newValue: 'fresh' };
    act(() => void window.dispatchEvent(new StorageEvent('storage', news)));
    await vi.waitFor(() => expect(page.lockReason()).toBeNull());
    expect(screen.queryByText(IDLE)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('half a sentence');
    expect(replace).not.toHaveBeenCalled();
  });

  it('leaves the window to the browser where it may open none', async () => {
    singleSignOn = { label: '' };
    vi.spyOn(window, 'open').mockReturnValue(null);
    await open();
    await pass(30 * MINUTE + 6000);
    expect(fireEvent.click(screen.getByRole('link', { name: '在新窗口中重新登录' }))).toBe(true);
  });

  it('can be left', async () => {
    await open();
    await pass(30 * MINUTE + 6000);
    fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
    expect(replace).toHaveBeenCalledExactlyOnceWith('/search');
    expect(localStorage.getItem('scenedock.locked')).toBeNull();
  });

  it('is left by way of the provider where people sign in there, whatever the session still knows', async () => {
    systemName = 'DZY';
    singleSignOn = { label: '' };
    await open();
    await pass(30 * MINUTE + 6000);
    fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
    expect(replace).toHaveBeenCalledExactlyOnceWith('/api/auth/oidc/sign-out');
  });

  it('has the search say that the system has no name that there is', async () => {
    systemName = '';
    await open();
    await pass(30 * MINUTE + 6000);
    fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
    expect(replace).toHaveBeenCalledExactlyOnceWith('/search');
    const { takeFarewells } = await import('./farewell');
    expect(takeFarewells()).toEqual(['unnamed']);
  });

  it('is given to nobody else who signs in in another tab', async () => {
    await open();
    await pass(30 * MINUTE + 6000);
    server.use(
      http.get(`${SITE}/api/auth/me`, () => HttpResponse.json({ ...APPLICANT, id: 'other' })),
    );
    localStorage.setItem('scenedock.token', 'theirs');
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'scenedock.token', newValue: 'theirs' }),
    );
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/search'));
  });

  it('is locked with the other tabs, and goes on with them', async () => {
    const page = await open();
    const tell = (key: string, newValue: string | null) => {
      if (newValue === null) localStorage.removeItem(key);
      else localStorage.setItem(key, newValue);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
    };
    tell('scenedock.locked', 'idle 1');
    tell('scenedock.token', null);
    expect(screen.getByText(IDLE)).toBeTruthy();
    tell('scenedock.token', 'fresh');
    await vi.waitFor(() => expect(page.lockReason()).toBeNull());
    expect(replace).not.toHaveBeenCalled();
  });
});

describe('a day without a click', () => {
  it('ends the stay, forgets everything of ours, and leads to the search', async () => {
    await open();
    localStorage.setItem('scenedock.recentSearches', '[]');
    localStorage.setItem('scenedock.locale', 'en');
    localStorage.setItem('elsewhere', '1');
    sessionStorage.setItem('scenedock.pendingCart', '[]');
    // Somebody who types and never clicks is not away, and has not clicked.
    for (let hour = 0; hour < 95; hour += 1) {
      await pass(15 * MINUTE);
      fireEvent.keyDown(document.body, { key: 'a' });
    }
    expect(replace).not.toHaveBeenCalled();
    await pass(15 * MINUTE + 2000);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/search'));
    expect(endStay).toHaveBeenCalledOnce();
    expect(calls).toContain('logout Bearer old');
    expect(Object.keys(localStorage).sort()).toEqual(['elsewhere', 'scenedock.locale']);
    expect(sessionStorage.getItem('scenedock.pendingCart')).toBeNull();
    const { takeFarewells } = await import('./farewell');
    expect([takeFarewells(), takeFarewells()]).toEqual([['inactive'], []]);
  });

  it('is told together with a system that has no name that there is', async () => {
    systemName = 'other';
    await open();
    sleep(DAY);
    await pass(2000);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/search'));
    cleanup();
    // The page that is loaded next.
    const [{ default: SessionGuard }, provider] = await Promise.all([
      import('./SessionGuard'),
      import('../messages/LocaleProvider'),
    ]);
    const said = vi.fn();
    render(
      <provider.LocaleProvider>
        <QueryClientProvider client={new QueryClient()}>
          <SessionGuard me={null} onResumed={said} onFarewell={said} />
        </QueryClientProvider>
      </provider.LocaleProvider>,
    );
    const words = '检测到您长时间未操作页面,请重新登录! 系统名称未配置！';
    expect(said).toHaveBeenCalledExactlyOnceWith(words, '温馨提示');
  });

  it('is over after a sleep, even if the first thing is a click', async () => {
    await open();
    sleep(DAY);
    fireEvent.click(document.body);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/search'));
  });
});

describe('the whole way of somebody who walks off', () => {
  const stays = () => calls.filter((call) => call.startsWith('stay'));
  const cookies = () => document.cookie;

  beforeEach(() => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  });

  it('is half an hour, the overlay, a day, and the search; the log hears of one stay', async () => {
    await open({ isTimed: true });
    localStorage.setItem('scenedock.recentSearches', '[]');
    localStorage.setItem('scenedock.locale', 'zh-CN');
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store does not exist here
    document.cookie = 'left=1; Path=/';
    await pass(30 * MINUTE + 6000);
    expect(screen.getByRole('dialog', { name: IDLE })).toBeTruthy();
    await vi.waitFor(() => expect(calls).toContain('logout Bearer old'));
    // Told while there was a session to tell it by.
    expect(calls.filter((call) => /^(stay|logout)/.test(call))).toEqual([
      'stay 6 30 Bearer old',
      'logout Bearer old',
    ]);
    expect(getToken()).toBeNull();
    // The clock of the page is looked at every two seconds; most of the day goes by without it.
    sleep(DAY - 50 * MINUTE);
    await pass(18 * MINUTE);
    expect(replace).not.toHaveBeenCalled();
    await pass(2 * MINUTE);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/search'));
    expect(stays()).toHaveLength(1);
    expect(Object.keys(localStorage)).toEqual(['scenedock.locale']);
    expect(cookies()).toBe('');
    const { takeFarewells } = await import('./farewell');
    expect(takeFarewells()).toEqual(['inactive']);
  });

  it('ends at the identity provider, where the session came from there', async () => {
    provider = 'https://provider.example/end?hint=1';
    await open({ isTimed: true });
    await pass(30 * MINUTE + 6000);
    await vi.waitFor(() =>
      expect(localStorage.getItem('scenedock.providerSignOut')).toBe(provider),
    );
    sleep(DAY - 30 * MINUTE);
    await pass(2000);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(provider));
    expect(localStorage.getItem('scenedock.providerSignOut')).toBeNull();
  });

  it('ends there as well where the locked page is left', async () => {
    provider = 'https://provider.example/end?hint=1';
    await open({ isTimed: true });
    await pass(30 * MINUTE + 6000);
    await vi.waitFor(() =>
      expect(localStorage.getItem('scenedock.providerSignOut')).toBe(provider),
    );
    fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
    expect(replace).toHaveBeenCalledExactlyOnceWith(provider);
  });

  it('ends there as well where the server was the first to notice', async () => {
    provider = 'https://provider.example/end?hint=1';
    const page = await open();
    sleep(30 * MINUTE - 1000);
    isAlive = false;
    await act(() => page.api.auth.me().catch(() => undefined));
    await vi.waitFor(() =>
      expect(localStorage.getItem('scenedock.providerSignOut')).toBe(provider),
    );
    expect(calls).toContain('logout Bearer old');
    fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
    expect(replace).toHaveBeenCalledExactlyOnceWith(provider);
  });

  it('does not count the absence of somebody who comes back', async () => {
    await open({ isTimed: true });
    await pass(30 * MINUTE + 6000);
    await pass(60 * MINUTE);
    // The page is looked at again, and the password not yet given.
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(60 * MINUTE);
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(IDLE)).toBeNull());
    expect(localStorage.getItem('scenedock.providerSignOut')).toBeNull();
    await pass(5 * MINUTE);
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(stays()).toHaveLength(2));
    expect(stays()).toEqual(['stay 6 30 Bearer old', 'stay 6 5 Bearer fresh']);
  });
});

describe('a server that is away', () => {
  const silent = () => server.use(http.get(`${SITE}/api/config`, () => HttpResponse.error()));

  it('is told after a while, and the page comes back by itself', async () => {
    await open();
    silent();
    window.dispatchEvent(new Event('offline'));
    await pass(5000);
    expect(screen.queryByText(NETWORK)).toBeNull();
    await pass(6000);
    expect(screen.getByRole('dialog', { name: NETWORK })).toBeTruthy();
    server.resetHandlers();
    await pass(4000);
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
    expect(getToken()).toBe('old');
    expect(calls).toContain('me Bearer old');
  });

  it('is noticed although a last answer came while the network went', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open();
    window.dispatchEvent(new Event('offline'));
    await pass(1000);
    silent();
    await pass(12_000);
    expect(screen.getByRole('dialog', { name: NETWORK })).toBeTruthy();
    online.mockReturnValue(true);
    server.resetHandlers();
    window.dispatchEvent(new Event('online'));
    await pass(1000);
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
  });

  it('asks for the password where the session has ended meanwhile', async () => {
    await open();
    silent();
    window.dispatchEvent(new Event('offline'));
    await pass(11_000);
    isAlive = false;
    server.resetHandlers();
    await pass(4000);
    expect(await screen.findByPlaceholderText('请输入密码')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: NETWORK })).toBeTruthy();
    isAlive = true;
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
  });
});
