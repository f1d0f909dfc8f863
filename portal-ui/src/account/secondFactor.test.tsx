import { APPLICANT } from '@scenedock/ui-kit/testing';
import { focusManager, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../App';
import { SessionProvider } from '../session/session';
import { everyScreen, refusal, renderPortal, SITE, useServer } from '../test/portal';
import { SecondFactorPanel } from './SecondFactorPanel';

vi.mock('../search/SearchPage', () => ({ default: () => <h1>search</h1> }));

const CODES = ['AAAAA-11111', 'BBBBB-22222'];

let since: string | null = null;
let sent: [string, unknown][] = [];

const note = async (request: Request) => {
  const { pathname } = new URL(request.url);
  sent.push([pathname.replace('/api/auth/second-factor', ''), await request.json()]);
};

const server = useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/auth/second-factor`, () =>
    HttpResponse.json({ since, recoveryCodesLeft: since === null ? 0 : 2 }),
  ),
  http.post(`${SITE}/api/auth/second-factor`, async ({ request }) => {
    await note(request);
    return HttpResponse.json({
      secret: 'GEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/x:lisi?secret=GEZD',
    });
  }),
  http.post(`${SITE}/api/auth/second-factor/confirm`, async ({ request }) => {
    await note(request);
    since = '2026-11-20T01:00:00Z';
    return HttpResponse.json({ recoveryCodes: CODES });
  }),
  http.post(`${SITE}/api/auth/second-factor/recovery-codes`, async ({ request }) => {
    await note(request);
    return HttpResponse.json({ recoveryCodes: CODES });
  }),
  http.post(`${SITE}/api/auth/second-factor/off`, async ({ request }) => {
    await note(request);
    since = null;
    return new HttpResponse(null, { status: 204 });
  }),
  http.put(`${SITE}/api/auth/password`, () => new HttpResponse(null, { status: 204 })),
  http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({})),
]);

beforeEach(() => {
  since = null;
  sent = [];
});

/** In a router that can hold back the leaving of codes. */
function openAt(address: string, children: ReactNode) {
  const element = <SessionProvider>{children}</SessionProvider>;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  renderPortal(<RouterProvider router={router} />);
  return router;
}

/** Looks at another tab and comes back: what is asked anew is asked then. */
function comeBack() {
  for (const isFocused of [false, true]) act(() => focusManager.setFocused(isFocused));
}

/** Asks who this is, as is done every minute. */
function Anew() {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void client.invalidateQueries({ queryKey: ['me'] })}>
      who
    </button>
  );
}

const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** What is asked for before the secret is shown. */
const proveOneself = async () => {
  await screen.findByText('开启前请先输入登录密码。');
  type(/密码/, 'Scenedock1');
  fireEvent.click(screen.getByRole('button', { name: '下一步' }));
};

describe('the second factor', () => {
  it('is set up with a picture or a key, confirmed by a code, and its recovery codes are seen once', async () => {
    openAt('/account', <SecondFactorPanel asksPassword />);
    fireEvent.click(await screen.findByRole('button', { name: '开启' }));
    await proveOneself();
    await screen.findByText('GEZD GNBV GY3T QOJQ');
    screen.getByTitle('验证器应用的二维码');
    type(/动态验证码/, ' 123456 ');
    fireEvent.click(screen.getByRole('button', { name: '确认开启' }));
    const codes = await screen.findByRole('list', { name: '恢复码' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    expect(sent).toEqual([
      ['', { password: 'Scenedock1' }],
      ['/confirm', { code: '123456' }],
    ]);
    fireEvent.click(screen.getByRole('button', { name: '我已保存' }));
    await screen.findByText('已开启');
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  });

  it('keeps its recovery codes there until they are noted', async () => {
    const router = openAt('/account', <SecondFactorPanel asksPassword={false} />);
    fireEvent.click(await screen.findByRole('button', { name: '开启' }));
    fireEvent.click(await screen.findByRole('button', { name: '下一步' }));
    await screen.findByText(/GEZD/);
    expect(isHeld()).toBe(false);
    type(/动态验证码/, '123456');
    fireEvent.click(screen.getByRole('button', { name: '确认开启' }));
    await screen.findByText('AAAAA-11111');
    comeBack();
    await screen.findByText('已开启');
    screen.getByText('AAAAA-11111');
    expect(isHeld()).toBe(true);
    await act(() => router.navigate('/search'));
    await screen.findByText(/恢复码只显示这一次，离开后不能再查看/);
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    expect(router.state.location.pathname).toBe('/account');
    fireEvent.click(await screen.findByRole('button', { name: '我已保存' }));
    await screen.findByText(/剩余 2 个恢复码/);
    expect(isHeld()).toBe(false);
    await act(() => router.navigate('/search'));
    expect(router.state.location.pathname).toBe('/search');
  });

  it('says what is wrong with the password, and shows no secret', async () => {
    server.use(
      http.post(`${SITE}/api/auth/second-factor`, () => {
        const errors = [{ field: 'password', detail: '原密码不正确', code: 'x' }];
        return HttpResponse.json({ detail: 'x', code: 'invalid', errors }, { status: 400 });
      }),
    );
    openAt('/account', <SecondFactorPanel asksPassword />);
    fireEvent.click(await screen.findByRole('button', { name: '开启' }));
    await proveOneself();
    await screen.findByText('原密码不正确');
    expect(screen.queryByText(/GEZD/)).toBeNull();
  });

  it('asks nobody for a password who has none', async () => {
    openAt('/account', <SecondFactorPanel asksPassword={false} />);
    fireEvent.click(await screen.findByRole('button', { name: '开启' }));
    fireEvent.click(await screen.findByRole('button', { name: '下一步' }));
    await screen.findByText('GEZD GNBV GY3T QOJQ');
  });

  it('says what is wrong with a code', async () => {
    server.use(
      http.post(`${SITE}/api/auth/second-factor/confirm`, () => {
        const errors = [{ field: 'code', detail: '动态验证码不正确', code: 'x' }];
        return HttpResponse.json({ detail: 'x', code: 'invalid', errors }, { status: 400 });
      }),
    );
    openAt('/account', <SecondFactorPanel asksPassword />);
    fireEvent.click(await screen.findByRole('button', { name: '开启' }));
    await proveOneself();
    await screen.findByText(/GEZD/);
    type(/动态验证码/, '000000');
    fireEvent.click(screen.getByRole('button', { name: '确认开启' }));
    await screen.findByText('动态验证码不正确');
  });

  it('is switched off with password and code', async () => {
    since = '2026-11-20T01:00:00Z';
    openAt('/account', <SecondFactorPanel asksPassword />);
    await screen.findByText('恢复码快用完了，请重新生成。');
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    type(/密码/, 'Scenedock1');
    type(/动态验证码/, '123456');
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    await screen.findByText('未开启');
    expect(sent).toEqual([['/off', { password: 'Scenedock1', code: '123456' }]]);
  });

  it('is switched off with a code by who has no password', async () => {
    since = '2026-11-20T01:00:00Z';
    openAt('/account', <SecondFactorPanel asksPassword={false} />);
    fireEvent.click(await screen.findByRole('button', { name: '关闭' }));
    await screen.findByText('关闭需要动态验证码（或一个恢复码）。');
    expect(screen.queryByLabelText(/密码/)).toBeNull();
    type(/动态验证码/, '123456');
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    await screen.findByText('未开启');
    expect(sent).toEqual([['/off', { password: '', code: '123456' }]]);
  });

  it('gives other recovery codes for a code', async () => {
    since = '2026-11-20T01:00:00Z';
    openAt('/account', <SecondFactorPanel asksPassword />);
    fireEvent.click(await screen.findByRole('button', { name: '重新生成恢复码' }));
    type(/动态验证码/, '123456');
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    await screen.findByText('AAAAA-11111');
  });

  it('tells a failure', async () => {
    server.use(http.get(`${SITE}/api/auth/second-factor`, () => refusal(500, '坏了')));
    openAt('/account', <SecondFactorPanel asksPassword />);
    await screen.findByText('坏了');
  });
});

describe('what comes first', () => {
  const owing = (duty: string) =>
    server.use(
      http.get(`${SITE}/api/auth/me`, () =>
        HttpResponse.json({
          id: '1',
          loginName: 'lisi_1',
          role: 'admin',
          authorities: [],
          duty,
          hasPassword: true,
        }),
      ),
    );

  it('is the only thing to be seen until it is done', async () => {
    owing('set_up_second_factor');
    openAt(
      '/search',
      <>
        <App />
        <Anew />
      </>,
    );
    await screen.findByText('您的角色要求两步验证，请先完成设置，再使用系统。');
    await proveOneself();
    await screen.findByText('GEZD GNBV GY3T QOJQ');
    type(/动态验证码/, '123456');
    fireEvent.click(screen.getByRole('button', { name: '确认开启' }));
    await screen.findByText('AAAAA-11111');
    let asked = 0;
    server.use(
      http.get(`${SITE}/api/auth/me`, () => {
        asked += 1;
        return HttpResponse.json(APPLICANT);
      }),
    );
    // Nothing is owed any more; the codes are not noted yet.
    fireEvent.click(screen.getByRole('button', { name: 'who' }));
    await waitFor(() => expect(asked).toBe(1));
    await act(async () => undefined);
    screen.getByText('AAAAA-11111');
    server.use(...everyScreen());
    fireEvent.click(screen.getByRole('button', { name: '我已保存' }));
    await waitFor(() => expect(screen.queryByText(/您的角色要求两步验证/)).toBeNull());
  });

  it('may be another password', async () => {
    owing('change_password');
    openAt('/search', <App />);
    await screen.findByText('请先修改密码，再使用系统。');
    screen.getByLabelText(/原密码/);
    screen.getByRole('button', { name: '退出登录' });
  });
});
