import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { getToken, setToken } from '../api/session';
import {
  give,
  IDLE,
  MINUTE,
  NETWORK,
  open,
  pass,
  password,
  SITE,
  server,
  site,
  useSite,
} from '../test/guardedPage';

useSite();

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
    expect(site.calls).toContain('me Bearer old');
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
    site.isAlive = false;
    server.resetHandlers();
    await pass(4000);
    expect(await screen.findByPlaceholderText('请输入密码')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: NETWORK })).toBeTruthy();
    site.isAlive = true;
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
  });
});

describe('the password during an outage', () => {
  const isSilent = () => HttpResponse.error();
  const lose = async () => {
    server.use(
      http.get(`${SITE}/api/config`, isSilent),
      http.post(`${SITE}/api/auth/login`, isSilent),
      http.post(`${SITE}/api/auth/captcha`, isSilent),
    );
    window.dispatchEvent(new Event('offline'));
    await pass(11_000);
  };
  const comeBack = async () => {
    server.resetHandlers();
    window.dispatchEvent(new Event('online'));
    await pass(1000);
  };
  const logins = () => site.calls.filter((call) => call.startsWith('login'));
  const UNANSWERED = '服务器尚未响应。密码已保留，服务器恢复响应后自动重试。';
  const typed = () => screen.getByLabelText<HTMLInputElement>('typed');

  it('is kept while nobody answers, and tried by itself as soon as somebody does', async () => {
    const page = await open();
    fireEvent.change(typed(), { target: { value: 'half a sentence' } });
    await lose();
    expect(screen.getByRole('dialog', { name: NETWORK })).toBeTruthy();
    expect(document.activeElement).toBe(password());
    give('');
    expect(await screen.findByText('请输入密码')).toBeTruthy();
    give('Geology77');
    expect(screen.getByRole('alert').textContent).toBe(UNANSWERED);
    await pass(20_000);
    expect(password()).toHaveProperty('value', 'Geology77');
    expect(logins()).toEqual([]);
    await comeBack();
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
    expect(logins()).toHaveLength(1);
    // The session that outlived the outage ends with the one that was asked for.
    expect(site.calls).toContain('logout Bearer old');
    expect([getToken(), page.lockReason()]).toEqual(['fresh', null]);
    expect(typed().value).toBe('half a sentence');
  });

  it('is asked for again where it was wrong', async () => {
    await open();
    await lose();
    give('wrong');
    await comeBack();
    expect(await screen.findByText('用户名或密码错误!')).toBeTruthy();
    expect(screen.queryByText(UNANSWERED)).toBeNull();
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
  });

  it('is finished by whoever has begun it, and not sent by halves', async () => {
    await open();
    await lose();
    fireEvent.input(password(), { target: { value: 'G' }, inputType: 'insertText' });
    await comeBack();
    expect(screen.getByRole('dialog', { name: NETWORK })).toBeTruthy();
    expect(logins()).toEqual([]);
    give('Geology77');
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
  });

  it('is not asked for any more where only a password manager has filled it in', async () => {
    await open();
    await lose();
    fireEvent.change(password(), { target: { value: 'Geology77' } });
    await comeBack();
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
    expect([getToken(), logins()]).toEqual(['old', []]);
  });

  it('waits for the captcha, which can be read only then', async () => {
    site.captcha = true;
    await open();
    await lose();
    expect(screen.queryByLabelText('验证码')).toBeNull();
    give('Geology77');
    await comeBack();
    const field = await screen.findByLabelText('验证码');
    expect(await screen.findByText('请输入验证码')).toBeTruthy();
    expect([document.activeElement, logins()]).toEqual([field, []]);
    await screen.findByAltText('验证码');
    fireEvent.change(field, { target: { value: '1234' } });
    fireEvent.click(screen.getByRole('button', { name: '继续' }));
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
  });

  it('is followed by the second factor, and begins anew where that goes unanswered', async () => {
    await open();
    await lose();
    give('Geology77');
    server.resetHandlers();
    let outcome: 'needed' | 'silent' | 'entered' = 'needed';
    server.use(
      http.post(`${SITE}/api/auth/login`, async ({ request }) => {
        const { secondFactor } = (await request.json()) as Record<string, string>;
        if (secondFactor !== undefined && outcome === 'silent') return HttpResponse.error();
        if (secondFactor !== undefined) return HttpResponse.json({ token: 'fresh' });
        const detail = '请输入动态验证码';
        return HttpResponse.json({ detail, ticket: 't', status: 401 }, { status: 401 });
      }),
    );
    await pass(4000);
    const enter = async () => {
      fireEvent.change(await screen.findByLabelText(/验证码/), { target: { value: '123456' } });
      fireEvent.click(screen.getByRole('button', { name: '验证并登录' }));
    };
    outcome = 'silent';
    await enter();
    expect((await screen.findByRole('alert')).textContent).toBe(UNANSWERED);
    outcome = 'entered';
    await pass(4000);
    await enter();
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
    expect(getToken()).toBe('fresh');
  });

  it('is kept as well where the answer fails to come before the outage is known', async () => {
    await open();
    await pass(30 * MINUTE + 6000);
    server.use(http.post(`${SITE}/api/auth/login`, isSilent));
    give('Geology77');
    expect((await screen.findByRole('alert')).textContent).toBe(UNANSWERED);
    await comeBack();
    await vi.waitFor(() => expect(screen.queryByText(IDLE)).toBeNull());
    expect(getToken()).toBe('fresh');
  });

  it('is not tried again by itself where the server refuses it with a reason', async () => {
    await open();
    await lose();
    give('Geology77');
    server.resetHandlers();
    server.use(
      http.post(`${SITE}/api/auth/login`, () => {
        site.calls.push('login');
        const detail = '在线人数已满';
        return HttpResponse.json({ code: 'too_many_online', detail }, { status: 503 });
      }),
    );
    await pass(4000);
    expect((await screen.findByRole('alert')).textContent).toBe('在线人数已满');
    await pass(20_000);
    expect(logins()).toHaveLength(1);
  });

  it('is asked of no guest', async () => {
    setToken(null);
    await open({ me: null });
    await lose();
    expect(screen.getByRole('dialog', { name: NETWORK })).toBeTruthy();
    expect(screen.queryByPlaceholderText('请输入密码')).toBeNull();
    await comeBack();
    await vi.waitFor(() => expect(screen.queryByText(NETWORK)).toBeNull());
  });
});
