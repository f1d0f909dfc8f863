import { getToken, type Me } from '@scenedock/ui-kit';
import { APPLICANT, buildConfig, moveClock, settle, stopClock } from '@scenedock/ui-kit/testing';
import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import EntranceDialog from './EntranceDialog';

const REFUSED = '用户名或密码错误!';
const PASSED = '您的密码已过期，请立即修改密码！';
const GIVEN = '您的密码由管理员设置，请尽快修改密码！';

const server = useServer(
  [
    http.get(`${SITE}/api/config`, () => HttpResponse.json(buildConfig({ captcha: false }))),
    ...everyScreen(),
    http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({})),
    // Asked for until it is known that none is wanted.
    http.post(`${SITE}/api/auth/captcha`, () =>
      HttpResponse.json({ captchaId: 'c', image: 'data:,' }),
    ),
    http.post(`${SITE}/api/auth/login`, () => HttpResponse.json({ token: 'fresh' })),
  ],
  null,
);

beforeEach(stopClock);
afterEach(() => vi.useRealTimers());

async function signIn() {
  openAt('/search?dialog=signIn', <EntranceDialog />);
  await settle();
  fireEvent.change(screen.getByLabelText('用户名'), { target: { value: 'zhangsan' } });
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Geology77' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  await settle();
}

const where = () => screen.getByTestId('where').textContent;

it('tells at the bottom right, for a second and a half, why a sign-in is refused', async () => {
  server.use(http.post(`${SITE}/api/auth/login`, () => refusal(401, REFUSED)));
  await signIn();
  expect(screen.getByText(REFUSED).closest('.MuiSnackbar-anchorOriginBottomRight')).not.toBeNull();
  await moveClock(1499);
  expect(screen.queryByText(REFUSED)).not.toBeNull();
  await moveClock(1);
  expect(screen.queryByText(REFUSED)).toBeNull();
});

describe('signing in', () => {
  it.each([
    [{ periodMsg: PASSED, pwdMsg: null }, PASSED],
    [{ periodMsg: null, pwdMsg: GIVEN }, GIVEN],
    [{ periodMsg: PASSED, pwdMsg: GIVEN }, `${PASSED} ${GIVEN}`],
  ])(
    'warns who should change the password, and leads to where it is done',
    async (hints, words) => {
      server.use(
        http.get(`${SITE}/api/auth/me`, () => HttpResponse.json<Me>({ ...APPLICANT, ...hints })),
      );
      await signIn();
      expect(screen.getByText(words).closest('[role=alert]')?.className).toMatch(/Warning/);
      expect(where()).toBe('/account');
    },
  );

  it('warns nobody else, and goes on with the page below', async () => {
    await signIn();
    expect(screen.queryByRole('alert')).toBeNull();
    expect([getToken(), where()]).toEqual(['fresh', '/search']);
  });
});
