import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import { EntranceFrame } from './EntranceFrame';
import ResetPasswordPage from './ResetPasswordPage';

const TOKEN = 'a-token-that-nobody-guesses';
let sent: Record<string, unknown>[] = [];
let captchas = 0;

const over = () =>
  HttpResponse.json(
    { code: 'reset_link_over', reason: 'reset_link_over', detail: '链接已失效' },
    { status: 409 },
  );

const server = useServer(
  [
    http.get(`${SITE}/api/config`, () => HttpResponse.json({ ...CONFIG, captcha: true })),
    ...everyScreen(),
    http.post(`${SITE}/api/auth/captcha`, () => {
      captchas += 1;
      return HttpResponse.json({ captchaId: `c${captchas}`, image: 'data:,' });
    }),
    http.get(`${SITE}/api/auth/rules`, () =>
      HttpResponse.json({ REGEX_PASSWORD: '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$' }),
    ),
    http.post(`${SITE}/api/auth/password/reset-request`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(`${SITE}/api/auth/password/reset-link`, async ({ request }) => {
      const { token } = (await request.json()) as { token: string };
      return token === TOKEN ? HttpResponse.json({ loginName: 'zhangsan' }) : over();
    }),
    http.post(`${SITE}/api/auth/password/reset`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return new HttpResponse(null, { status: 204 });
    }),
  ],
  null,
);

beforeEach(() => {
  sent = [];
  captchas = 0;
});

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const where = () => screen.getByTestId('where').textContent;

describe('asking for a link', () => {
  async function open() {
    openAt('/search?dialog=forgotten', <EntranceFrame />);
    await screen.findByAltText('验证码');
  }

  it('is reached from the sign-in, and leads back', async () => {
    openAt('/search?dialog=signIn', <EntranceFrame />);
    fireEvent.click(await screen.findByRole('button', { name: '忘记密码' }));
    expect(where()).toBe('/search?dialog=forgotten');
    expect(await screen.findByRole('heading', { name: '找回密码' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    press('返回登录');
    expect(where()).toBe('/search?dialog=signIn');
  });

  it('needs account and captcha, and promises nothing', async () => {
    await open();
    press('发送链接');
    expect(await screen.findByText('请输入用户名或邮箱')).toBeTruthy();
    expect(sent).toEqual([]);
    type(/^用户名或邮箱/, ' zhangsan ');
    type(/^验证码/, '4711');
    press('发送链接');
    expect(await screen.findByText(/如果该账号存在并留有邮箱/)).toBeTruthy();
    expect(sent).toEqual([{ account: 'zhangsan', captchaId: 'c1', captcha: '4711' }]);
  });

  it('says what the server refuses, and fetches another captcha', async () => {
    server.use(
      http.post(`${SITE}/api/auth/password/reset-request`, () =>
        refusal(429, '操作过于频繁，请稍后再试！'),
      ),
    );
    await open();
    type(/^用户名或邮箱/, 'zhangsan');
    type(/^验证码/, '4711');
    press('发送链接');
    expect(await screen.findByText('操作过于频繁，请稍后再试！')).toBeTruthy();
    await waitFor(() => expect(captchas).toBe(2));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '验证码' }).value).toBe('');
  });

  it('is not offered where no mails are sent', async () => {
    server.use(
      http.get(`${SITE}/api/config`, () =>
        HttpResponse.json({ ...CONFIG, passwordResetByMail: false, sysName: '无邮件' }),
      ),
    );
    openAt('/search?dialog=signIn', <EntranceFrame />);
    expect(await screen.findByText('无邮件')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '忘记密码' })).toBeNull();
  });

  it('is told of at its address where no mails are sent', async () => {
    server.use(
      http.get(`${SITE}/api/config`, () =>
        HttpResponse.json({ ...CONFIG, passwordResetByMail: false }),
      ),
    );
    openAt('/search?dialog=forgotten', <EntranceFrame />);
    expect(await screen.findByText(/系统未配置邮件服务/)).toBeTruthy();
    expect(screen.queryByLabelText(/^用户名或邮箱/)).toBeNull();
  });
});

describe('setting another password', () => {
  async function open() {
    openAt(`/resetPassword#${TOKEN}`, <ResetPasswordPage />);
    await screen.findByText('正在为账号 zhangsan 设置新密码。');
  }

  it('takes the token behind the #, which leaves the address at once', async () => {
    await open();
    expect(where()).toBe('/resetPassword');
    press('设置新密码');
    expect(await screen.findByText('请输入密码')).toBeTruthy();
    type(/^新密码/, 'Geology77');
    type(/^确认新?密码/, 'Geology78');
    press('设置新密码');
    expect(sent).toEqual([]);
    type(/^确认新?密码/, 'Geology77');
    press('设置新密码');
    expect(await screen.findByText('新密码已设置，请重新登录')).toBeTruthy();
    expect(sent).toEqual([{ token: TOKEN, password: 'Geology77' }]);
    const link = screen.getByRole('link', { name: '前往登录' });
    expect(link.getAttribute('href')).toBe('/signIn');
  });

  it('says at its field what the server refuses', async () => {
    server.use(
      http.post(`${SITE}/api/auth/password/reset`, () => {
        const detail = '不能与最近5次使用过的密码相同';
        const errors = [{ field: 'password', detail, code: 'field.password_used_before' }];
        return HttpResponse.json({ code: 'invalid', detail, errors }, { status: 400 });
      }),
    );
    await open();
    type(/^新密码/, 'Geology77');
    type(/^确认新?密码/, 'Geology77');
    press('设置新密码');
    expect(await screen.findByText(/最近5次/)).toBeTruthy();
    expect(screen.getByLabelText(/^新密码/).getAttribute('aria-invalid')).toBe('true');
  });

  it('leads to another link where this one is over', async () => {
    openAt('/resetPassword#another', <ResetPasswordPage />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/已失效/);
    expect(screen.queryByLabelText(/^新密码/)).toBeNull();
    const link = screen.getByRole('link', { name: '重新申请链接' });
    expect(link.getAttribute('href')).toBe('/search?dialog=forgotten');
  });

  it('says so where somebody has used it in between', async () => {
    await open();
    server.use(
      http.post(`${SITE}/api/auth/password/reset`, over),
      http.post(`${SITE}/api/auth/password/reset-link`, over),
    );
    type(/^新密码/, 'Geology77');
    type(/^确认新?密码/, 'Geology77');
    press('设置新密码');
    expect(await screen.findByRole('link', { name: '重新申请链接' })).toBeTruthy();
    expect(screen.queryByLabelText(/^新密码/)).toBeNull();
  });

  it('tells where the link is to be found', async () => {
    openAt('/resetPassword', <ResetPasswordPage />);
    expect(await screen.findByText('请打开邮件中的完整链接。')).toBeTruthy();
  });
});
