import { moveClock, recording, settle, stopClock } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { goToDuty } from '../providers/goToDuty';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { LoginPage } from './LoginPage';

vi.mock('../providers/goToDuty', () => ({ goToDuty: vi.fn() }));

useServer();

/** In which a message fades away. */
const FADE_MS = 200;
const PASSED = '您的密码已过期，请立即修改密码！';
const GIVEN = '您的密码由管理员设置，请尽快修改密码！';

let captchas = 0;

afterEach(() => vi.useRealTimers());

beforeEach(() => {
  localStorage.clear();
  captchas = 0;
  server.use(
    http.get('/api/config', () => HttpResponse.json({ captcha: true })),
    http.post('/api/auth/captcha', () => {
      captchas += 1;
      return HttpResponse.json({ captchaId: `c${captchas}`, image: 'data:image/png;base64,AA' });
    }),
  );
});

async function signIn() {
  render(
    <Stage at="/login">
      <LoginPage />
    </Stage>,
  );
  const captcha = await screen.findByRole('textbox', { name: '验证码' });
  await screen.findByAltText('验证码');
  fireEvent.change(screen.getByLabelText('用户名'), { target: { value: 'somebody' } });
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'secret' } });
  fireEvent.change(captcha, { target: { value: '7315' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
}

function accept(role: string, duty: string | null = null, more: object = {}) {
  const sent: unknown[] = [];
  server.use(
    recording(http.post, '/api/auth/login', sent, { token: `t-${role}` }),
    http.get('/api/auth/me', () =>
      HttpResponse.json({
        id: '1',
        loginName: 'somebody',
        userName: '某人',
        role,
        authorities: [],
        duty,
        ...more,
      }),
    ),
  );
  return sent;
}

describe('signing in', () => {
  it('sends the captcha and goes to where one begins', async () => {
    const sent = accept('operator');
    await signIn();
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
    expect(sent).toEqual([
      { loginName: 'somebody', password: 'secret', captchaId: 'c1', captcha: '7315' },
    ]);
  });

  it.each([
    [{ periodMsg: PASSED, pwdMsg: null }, PASSED],
    [{ periodMsg: null, pwdMsg: GIVEN }, GIVEN],
    [{ periodMsg: PASSED, pwdMsg: GIVEN }, `${PASSED} ${GIVEN}`],
  ])('warns who should change the password', async (hints, words) => {
    accept('operator', null, hints);
    await signIn();
    await screen.findByText(words);
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
  });

  it('leads who has something to do first to where it is done', async () => {
    accept('admin', 'set_up_second_factor');
    await signIn();
    await waitFor(() => expect(goToDuty).toHaveBeenCalledOnce());
    expect(screen.getByTestId('address').textContent).toBe('/login');
  });

  it('asks for the second factor after the password', async () => {
    server.use(
      http.post('/api/auth/login', async ({ request }) => {
        const { ticket } = (await request.json()) as { ticket?: string };
        const body = { code: 'second_factor_needed', detail: '请输入动态验证码', ticket: 't1' };
        return ticket === 't1'
          ? HttpResponse.json({ token: 't-second' })
          : HttpResponse.json(body, { status: 401 });
      }),
      http.get('/api/auth/me', () =>
        HttpResponse.json({ id: '1', loginName: 'somebody', role: 'admin', authorities: [] }),
      ),
    );
    await signIn();
    const code = await screen.findByLabelText('动态验证码');
    fireEvent.change(code, { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: '验证并登录' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
  });

  it('sends applicants to the portal', async () => {
    accept('applicant');
    await signIn();
    await screen.findByText(/账号 somebody 不是管理人员账号/);
    expect(screen.getByRole('link', { name: '前往门户' }).getAttribute('href')).toBe('/');
    expect(screen.getByTestId('address').textContent).toBe('/login');
  });

  it("shows the server's words after a refusal and fetches a new captcha", async () => {
    server.use(http.post('/api/auth/login', () => problem(401, 'bad', '用户名或密码错误！')));
    await signIn();
    await screen.findByText('用户名或密码错误！');
    await waitFor(() => expect(captchas).toBe(2));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '验证码' }).value).toBe('');
  });

  it('tells at the bottom right, for a second and a half, why it is refused', async () => {
    const words = '用户名或密码错误！';
    server.use(
      http.get('/api/config', () => HttpResponse.json({ captcha: false })),
      http.get('/api/auth/rules', () => HttpResponse.json({})),
      http.post('/api/auth/login', () => problem(401, 'bad', words)),
    );
    stopClock();
    render(
      <Stage at="/login">
        <LoginPage />
      </Stage>,
    );
    await settle();
    fireEvent.change(screen.getByLabelText('用户名'), { target: { value: 'somebody' } });
    fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'secret' } });
    fireEvent.click(screen.getByRole('button', { name: '登录' }));
    await settle();
    expect(screen.getByText(words).closest('.MuiSnackbar-anchorOriginBottomRight')).not.toBeNull();
    await moveClock(1499);
    expect(screen.queryByText(words)).not.toBeNull();
    await moveClock(1);
    await moveClock(FADE_MS);
    expect(screen.queryByText(words)).toBeNull();
  });

  it('asks for every field', async () => {
    render(
      <Stage at="/login">
        <LoginPage />
      </Stage>,
    );
    fireEvent.click(screen.getByRole('button', { name: '登录' }));
    await screen.findByText('请输入用户名');
    screen.getByText('请输入密码');
  });
});
