import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { StrictMode, useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { setToken } from '../api/session';
import type { Config, Me } from '../api/types';
import { APPLICANT, buildConfig } from '../testing/builders';

export const SITE = 'http://localhost';
export const MINUTE = 60_000;

type Site = Pick<Config, 'captcha' | 'singleSignOn' | 'systemName'> & {
  isAlive: boolean;
  /** Where the sessions of the test are signed out at an identity provider. */
  provider: string | null;
  calls: string[];
};

const fresh = (): Site => ({
  captcha: false,
  singleSignOn: null,
  systemName: 'FW',
  isAlive: true,
  provider: null,
  calls: [],
});

/** The pretended server of a test, and what it was asked. */
export const site = fresh();

function configured(): Config {
  const { captcha, singleSignOn, systemName } = site;
  return buildConfig({ captcha, singleSignOn, systemName });
}

export const server = setupServer(
  http.get(`${SITE}/api/config`, () => HttpResponse.json(configured())),
  http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({})),
  http.post(`${SITE}/api/auth/captcha`, () =>
    HttpResponse.json({ captchaId: 'c', image: 'data:,' }),
  ),
  http.post(`${SITE}/api/auth/logout`, ({ request }) => {
    site.calls.push(`logout ${request.headers.get('Authorization')}`);
    const { provider: providerAddress } = site;
    if (providerAddress !== null) return HttpResponse.json({ providerAddress });
    return new HttpResponse(null, { status: 204 });
  }),
  http.post(`${SITE}/api/auth/login`, async ({ request }) => {
    const body = (await request.json()) as Record<string, string>;
    site.calls.push(`login ${JSON.stringify(body)}`);
    if (body.password === 'Geology77') return HttpResponse.json({ token: 'fresh' });
    const detail = '用户名或密码错误!';
    return HttpResponse.json({ type: '', title: '', status: 401, detail }, { status: 401 });
  }),
  http.post(`${SITE}/api/behaviours`, async ({ request }) => {
    const { type, start, end } = (await request.json()) as Record<string, string>;
    const minutes = (Date.parse(end ?? '') - Date.parse(start ?? '')) / MINUTE;
    site.calls.push(`stay ${type} ${Math.round(minutes)} ${request.headers.get('Authorization')}`);
    return new HttpResponse(null, { status: 204 });
  }),
  http.get(`${SITE}/api/auth/me`, ({ request }) => {
    site.calls.push(`me ${request.headers.get('Authorization')}`);
    return site.isAlive
      ? HttpResponse.json(APPLICANT)
      : HttpResponse.json({ detail: '登录过期，请重新登录!' }, { status: 401 });
  }),
  http.get(`${SITE}/api/cart/count`, ({ request }) => {
    site.calls.push(`cart ${request.headers.get('Authorization')}`);
    return HttpResponse.json({ count: 1 });
  }),
);

export const replace = vi.fn();
export const endStay = vi.fn(() => Promise.resolve());

/** Starts it around the tests of a file, and has a session in this browser. */
export function useSite() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    Object.assign(site, fresh());
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
}

/** A page with a field, and everything that watches over it; anew for every test, for tabs remember. */
export async function open({ isTimed = false, me: first = APPLICANT as Me | null } = {}) {
  const { default: SessionGuard } = await import('../session/SessionGuard');
  const { lockReason } = await import('../session/lock');
  const live = await import('../api/endpoints');
  const tokens = await import('../api/session');
  const provider = await import('../messages/LocaleProvider');
  const { endStay: endTimed, useTimeOnSite } = await import('../session/useTimeOnSite');
  function Page() {
    const [me, setMe] = useState<Me | null>(first);
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
  client.setQueryData(['config'], configured());
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

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** A machine that sleeps: the clock goes on, nothing else does. */
export const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);
export const IDLE = '无操作时间过长,请重新输入密码';
export const NETWORK = '网络连接超时,请尝试重新刷新页面';
export const password = () => screen.getByPlaceholderText('请输入密码');
export const give = (text: string) => {
  fireEvent.change(password(), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: '继续' }));
};
