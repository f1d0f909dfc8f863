import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getToken } from '../api/session';
import {
  endStay,
  give,
  IDLE,
  MINUTE,
  open,
  pass,
  replace,
  SITE,
  server,
  site,
  sleep,
  useSite,
} from '../test/guardedPage';
import { APPLICANT } from '../testing/builders';
import { moveClock, settle, stopClock } from '../testing/clock';

const DAY = 86_400_000;

useSite();

describe('a page whose person is away', () => {
  it('asks for the password in place after half an hour, and ends the session meanwhile', async () => {
    const page = await open();
    fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'half a sentence' } });
    await pass(29 * MINUTE);
    expect(screen.queryByText(IDLE)).toBeNull();
    await pass(MINUTE + 6000);
    expect(screen.getByRole('dialog', { name: IDLE })).toBeTruthy();
    await vi.waitFor(() => expect(site.calls).toContain('logout Bearer old'));
    expect(getToken()).toBeNull();
    give('wrong');
    expect(await screen.findByText('用户名或密码错误!')).toBeTruthy();
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(IDLE)).toBeNull());
    expect(getToken()).toBe('fresh');
    expect(site.calls).toContain(
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
    expect(site.calls.filter((call) => call.startsWith('cart'))).toEqual([]);
    give('Geology77');
    expect(await count).toEqual({ count: 1 });
    expect(site.calls).toContain('cart Bearer fresh');
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
    site.isAlive = false;
    await act(() => page.api.auth.me().catch(() => undefined));
    expect(screen.getByText(IDLE)).toBeTruthy();
  });

  it('wants the captcha where the installation does', async () => {
    site.captcha = true;
    await open();
    await pass(30 * MINUTE + 6000);
    give('Geology77');
    expect(await screen.findByText('请输入验证码')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('验证码'), { target: { value: '1234' } });
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(IDLE)).toBeNull());
  });

  it('is signed in to at the identity provider in a window of its own, and keeps what was typed', async () => {
    site.singleSignOn = { label: '统一认证' };
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
    site.singleSignOn = { label: '' };
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
    site.systemName = 'DZY';
    site.singleSignOn = { label: '' };
    await open();
    await pass(30 * MINUTE + 6000);
    fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
    expect(replace).toHaveBeenCalledExactlyOnceWith('/api/auth/oidc/sign-out');
  });

  it('has the search say that the system has no name that there is', async () => {
    site.systemName = '';
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

describe('the clocks of a page', () => {
  /** A page whose clocks have just begun, as long after the last deed as is wished. */
  async function openQuietFor(ms: number) {
    // The clock stands still from here on.
    vi.useRealTimers();
    stopClock();
    await open();
    await settle();
    sleep(ms);
  }

  it('look every two seconds whether a day has gone by without a click', async () => {
    await openQuietFor(DAY);
    await moveClock(1999);
    expect(endStay).not.toHaveBeenCalled();
    await moveClock(1);
    expect(endStay).toHaveBeenCalledOnce();
    expect(replace).toHaveBeenCalledExactlyOnceWith('/search');
  });

  it('look every six seconds whether half an hour has gone by without a hand', async () => {
    await openQuietFor(30 * MINUTE);
    await moveClock(5999);
    expect(screen.queryByText(IDLE)).toBeNull();
    await moveClock(1);
    expect(screen.getByText(IDLE)).toBeTruthy();
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
    expect(site.calls).toContain('logout Bearer old');
    expect(Object.keys(localStorage).sort()).toEqual(['elsewhere', 'scenedock.locale']);
    expect(sessionStorage.getItem('scenedock.pendingCart')).toBeNull();
    const { takeFarewells } = await import('./farewell');
    expect([takeFarewells(), takeFarewells()]).toEqual([['inactive'], []]);
  });

  it('is told together with a system that has no name that there is', async () => {
    site.systemName = 'other';
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
  const stays = () => site.calls.filter((call) => call.startsWith('stay'));
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
    await vi.waitFor(() => expect(site.calls).toContain('logout Bearer old'));
    // Told while there was a session to tell it by.
    expect(site.calls.filter((call) => /^(stay|logout)/.test(call))).toEqual([
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
    site.provider = 'https://provider.example/end?hint=1';
    await open({ isTimed: true });
    await pass(30 * MINUTE + 6000);
    await vi.waitFor(() =>
      expect(localStorage.getItem('scenedock.providerSignOut')).toBe(site.provider),
    );
    sleep(DAY - 30 * MINUTE);
    await pass(2000);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(site.provider));
    expect(localStorage.getItem('scenedock.providerSignOut')).toBeNull();
  });

  it('ends there as well where the locked page is left', async () => {
    site.provider = 'https://provider.example/end?hint=1';
    await open({ isTimed: true });
    await pass(30 * MINUTE + 6000);
    await vi.waitFor(() =>
      expect(localStorage.getItem('scenedock.providerSignOut')).toBe(site.provider),
    );
    fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
    expect(replace).toHaveBeenCalledExactlyOnceWith(site.provider);
  });

  it('ends there as well where the server was the first to notice', async () => {
    site.provider = 'https://provider.example/end?hint=1';
    const page = await open();
    sleep(30 * MINUTE - 1000);
    site.isAlive = false;
    await act(() => page.api.auth.me().catch(() => undefined));
    await vi.waitFor(() =>
      expect(localStorage.getItem('scenedock.providerSignOut')).toBe(site.provider),
    );
    expect(site.calls).toContain('logout Bearer old');
    fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
    expect(replace).toHaveBeenCalledExactlyOnceWith(site.provider);
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
