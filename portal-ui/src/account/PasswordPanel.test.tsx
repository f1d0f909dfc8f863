import { APPLICANT, moveClock, settle, stopClock } from '@scenedock/ui-kit/testing';
import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import { PasswordPanel } from './PasswordPanel';

useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({ REGEX_PASSWORD: '.{6,20}' })),
  http.put(`${SITE}/api/auth/password`, () => refusal(400, '原密码错误')),
]);

afterEach(() => vi.useRealTimers());

it('tells at the bottom right, for a second and a half, why the password stays as it is', async () => {
  stopClock();
  openAt('/account', <PasswordPanel me={APPLICANT} />);
  await settle();
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/^原密码/, 'Scenedock1');
  type(/^新密码/, 'Geology77');
  type(/^确认新密码/, 'Geology77');
  fireEvent.click(screen.getByRole('button', { name: '修改密码' }));
  await settle();
  const notice = () => screen.queryByText(/原密码错误/);
  expect(notice()?.closest('.MuiSnackbar-anchorOriginBottomRight')).toBeTruthy();
  await moveClock(1499);
  expect(notice()).not.toBeNull();
  await moveClock(1);
  expect(notice()).toBeNull();
});
