import { type Locale, storeLocale } from '@scenedock/ui-kit';
import { readAloud } from '@scenedock/ui-kit/testing/readAloud';
import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import ResetPasswordPage from './ResetPasswordPage';
import SetUpPage from './SetUpPage';

useServer(
  [
    ...everyScreen(),
    http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({})),
    http.post(`${SITE}/api/set-up/link`, () => new HttpResponse(null, { status: 204 })),
    http.post(`${SITE}/api/auth/password/reset-link`, () =>
      HttpResponse.json({ loginName: 'zhangsan' }),
    ),
  ],
  null,
);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

type Texts = { title: string; first: RegExp; submit: string; fault: string };

/** Reads the form as it comes and as it is after it was sent empty. */
async function expectReadable({ title, first, submit, fault }: Texts) {
  screen.getByRole('heading', { name: title });
  expect(await readAloud()).toEqual([]);
  press(submit);
  await screen.findByText(fault);
  expect(screen.getByLabelText(first).getAttribute('aria-invalid')).toBe('true');
  expect(await readAloud()).toEqual([]);
}

describe('a form that only a link opens is readable by axe, before and after it is sent empty', () => {
  it.each<[Locale, string, Texts]>([
    [
      'zh-CN',
      '更多信息（选填）',
      { title: '创建管理员', first: /^用户名/, submit: '创建管理员', fault: '请输入用户名' },
    ],
    [
      'en',
      'More (optional)',
      {
        title: 'Create the administrator',
        first: /^Username/,
        submit: 'Create administrator',
        fault: 'Enter a username.',
      },
    ],
  ])('the first administrator, %s', async (locale, more, texts) => {
    storeLocale(locale);
    openAt('/setup#a-token', <SetUpPage />);
    await screen.findByLabelText(texts.first);
    press(more);
    screen.getByRole('button', { name: more, expanded: true });
    await expectReadable(texts);
  });

  it.each<[Locale, Texts]>([
    ['zh-CN', { title: '设置新密码', first: /^新密码/, submit: '设置新密码', fault: '请输入密码' }],
    [
      'en',
      {
        title: 'Set a new password',
        first: /^New password/,
        submit: 'Set new password',
        fault: 'Enter a password.',
      },
    ],
  ])('another password, %s', async (locale, texts) => {
    storeLocale(locale);
    openAt('/resetPassword#a-token', <ResetPasswordPage />);
    await screen.findByLabelText(texts.first);
    await expectReadable(texts);
  });
});
