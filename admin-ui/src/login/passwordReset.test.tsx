import { LOCALES, storeLocale } from '@scenedock/ui-kit';
import { readAloud } from '@scenedock/ui-kit/testing/readAloud';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { ForgottenPasswordPage } from './ForgottenPasswordPage';
import { LoginPage } from './LoginPage';
import { ResetPasswordPage } from './ResetPasswordPage';

useServer();

let sent: unknown[] = [];

beforeEach(() => {
  sent = [];
  server.use(
    http.get('/api/config', () =>
      HttpResponse.json({ captcha: false, passwordResetByMail: true, sysName: '数据服务' }),
    ),
    http.get('/api/auth/rules', () => HttpResponse.json({})),
    http.post('/api/auth/password/reset-link', () => HttpResponse.json({ loginName: 'admin' })),
    http.post('/api/auth/password/:step', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const show = (at: string, page: React.ReactNode) => render(<Stage at={at}>{page}</Stage>);
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const address = () => screen.getByTestId('address').textContent;

describe('a forgotten password', () => {
  it('is begun at the sign-in', async () => {
    localStorage.clear();
    server.use(http.get('/api/auth/me', () => problem(401, 'not_signed_in', '请登录')));
    show('/login', <LoginPage />);
    fireEvent.click(await screen.findByRole('button', { name: '忘记密码' }));
    await waitFor(() => expect(address()).toBe('/forgottenPassword'));
  });

  it('is asked for by name or address', async () => {
    show('/forgottenPassword', <ForgottenPasswordPage />);
    const field = await screen.findByLabelText(/^用户名或邮箱/);
    await waitFor(() => expect(screen.queryByLabelText(/^验证码/)).toBeNull());
    fireEvent.change(field, { target: { value: 'admin@cgs.cn' } });
    fireEvent.click(screen.getByRole('button', { name: '发送链接' }));
    await screen.findByText(/如果该账号存在并留有邮箱/);
    expect(sent).toEqual([{ account: 'admin@cgs.cn' }]);
    expect(screen.getByRole('link', { name: '返回登录' })).toBeTruthy();
  });

  it('says what the server refuses', async () => {
    server.use(
      http.post('/api/auth/password/reset-request', () => problem(429, 'too_often', '过于频繁')),
    );
    show('/forgottenPassword', <ForgottenPasswordPage />);
    fireEvent.change(await screen.findByLabelText(/^用户名或邮箱/), { target: { value: 'admin' } });
    await waitFor(() => expect(screen.queryByLabelText(/^验证码/)).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: '发送链接' }));
    await screen.findByText('过于频繁');
  });

  it('is set anew with the token of the link, which leaves the address at once', async () => {
    show('/resetPassword?token=t-1', <ResetPasswordPage />);
    await screen.findByText('正在为账号 admin 设置新密码。');
    await waitFor(() => expect(address()).toBe('/resetPassword'));
    type(/^新密码/, 'Geology77');
    type(/^确认新?密码/, 'Geology77');
    fireEvent.click(screen.getByRole('button', { name: '设置新密码' }));
    await screen.findByText('新密码已设置，请重新登录');
    expect(sent).toEqual([{ token: 't-1', password: 'Geology77' }]);
    expect(screen.getByRole('link', { name: '前往登录' }).getAttribute('href')).toBe('/admin/');
  });

  it('is not set with a link that is over', async () => {
    server.use(
      http.post('/api/auth/password/reset-link', () => problem(409, 'reset_link_over', '已失效')),
    );
    show('/resetPassword?token=t-1', <ResetPasswordPage />);
    await screen.findByText(/已失效/);
    expect(screen.getByRole('link', { name: '重新申请链接' })).toBeTruthy();
  });

  it.each(LOCALES)('is asked for in a form that axe can read: %s', async (locale) => {
    storeLocale(locale);
    show('/resetPassword?token=t-1', <ResetPasswordPage />);
    await screen.findByLabelText(/^(新密码|New password)/);
    expect(await readAloud()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /^(设置新密码|Set new password)$/ }));
    await screen.findByText(/^(请输入密码|Enter a password\.)$/);
    expect(await readAloud()).toEqual([]);
  });
});
