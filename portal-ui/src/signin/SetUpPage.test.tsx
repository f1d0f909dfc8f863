import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import SetUpPage from './SetUpPage';

const TOKEN = 'a-token-that-nobody-guesses';
let sent: Record<string, unknown>[] = [];

useServer(
  [
    ...everyScreen(),
    http.get(`${SITE}/api/auth/rules`, () =>
      HttpResponse.json({
        REGEX_USERNAME: '^[A-Za-z][A-Za-z0-9_]{4,19}$',
        REGEX_PASSWORD: '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$',
        REGEX_EMAIL: '@',
        REGEX_MOBILE: '^1[3-9][0-9]{9}$',
        REGEX_ID_NUMBER: '^([0-9]{14}|[0-9]{17})[0-9Xx]$',
      }),
    ),
    http.get(`${SITE}/api/auth/exists`, () => HttpResponse.json({ exists: false })),
    http.post(`${SITE}/api/set-up/link`, async ({ request }) => {
      const { token } = (await request.json()) as { token: string };
      if (token === TOKEN) return new HttpResponse(null, { status: 204 });
      const over = { code: 'set_up_link_over', reason: 'set_up_link_over', detail: '链接已失效' };
      return HttpResponse.json(over, { status: 409 });
    }),
    http.post(`${SITE}/api/set-up`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ id: '9' }, { status: 201 });
    }),
  ],
  null,
);

beforeEach(() => {
  sent = [];
});

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: '创建管理员' }));

describe('the first administrator', () => {
  it('is made with the token behind the #, which leaves the address at once', async () => {
    openAt(`/setup#${TOKEN}`, <SetUpPage />);
    expect(await screen.findByLabelText(/^用户名/)).toBeTruthy();
    expect(screen.getByTestId('where').textContent).toBe('/setup');
    submit();
    expect(await screen.findByText('请输入用户名')).toBeTruthy();
    expect(screen.getByText('真实姓名不能为空！')).toBeTruthy();
    expect(sent).toEqual([]);
    type(/^用户名/, 'director');
    type(/^密码/, 'Geology77');
    type(/^确认密码/, 'Geology77');
    type(/^真实姓名/, '张三');
    submit();
    expect(await screen.findByText('管理员已创建，请登录')).toBeTruthy();
    expect(screen.getByRole('link', { name: '前往后台管理' }).getAttribute('href')).toBe('/admin/');
    expect(sent[0]).toMatchObject({ token: TOKEN, loginName: 'director', name: '张三' });
  });

  it('is not made with a link that is over, or none', async () => {
    openAt('/setup#another', <SetUpPage />);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/链接已失效/));
    expect(screen.queryByLabelText(/^用户名/)).toBeNull();
  });

  it('tells where the link is to be found', async () => {
    openAt('/setup', <SetUpPage />);
    expect(await screen.findByText('请打开服务器启动时显示的完整链接。')).toBeTruthy();
  });
});
