import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { CONFIG, everyScreen, openAt, SITE, useServer } from '../test/portal';
import { AccountFields } from './AccountFields';
import { useRegistration } from './useRegistration';

const REFUSED = [
  { field: 'loginName', detail: '用户名已存在！', code: 'field.login_name_taken' },
  { field: 'captcha', detail: '验证码不正确!', code: 'field.captcha' },
  { field: 'unit', detail: '单位名称过长', code: 'field.long' },
];

useServer(
  [
    http.get(`${SITE}/api/config`, () => HttpResponse.json({ ...CONFIG, captcha: true })),
    http.post(`${SITE}/api/auth/captcha`, () =>
      HttpResponse.json({ captchaId: 'c', image: 'data:,' }),
    ),
    ...everyScreen(),
    http.get(`${SITE}/api/auth/rules`, () =>
      HttpResponse.json({ REGEX_USERNAME: '^[A-Za-z][A-Za-z0-9_]{4,19}$' }),
    ),
    http.post(`${SITE}/api/auth/register`, () =>
      HttpResponse.json(
        {
          ...{ type: 'about:blank', title: '', status: 400, detail: '' },
          code: 'invalid',
          errors: REFUSED,
        },
        { status: 400 },
      ),
    ),
  ],
  null,
);

const SOMEBODY = { name: '王五', unit: '青海院', phoneMobile: '13812345678' };

function Form() {
  const form = useRegistration();
  return (
    <>
      <AccountFields form={form} />
      <output>{form.faults.unit}</output>
      <button type="button" onClick={() => form.setPerson({ ...form.person, ...SOMEBODY })}>
        person
      </button>
      <button type="button" onClick={() => form.setPerson({ ...form.person, unit: '西宁院' })}>
        unit
      </button>
      <button
        type="button"
        onClick={() => {
          form.setTerms(true);
          void form.send();
        }}
      >
        send
      </button>
    </>
  );
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('what the server refused of a field goes when it is typed anew', async () => {
  openAt('/search', <Form />);
  press('person');
  type(/^用户名/, 'zhangsan');
  type(/^密码/, 'Geology77');
  type(/^确认密码/, 'Geology77');
  await screen.findByAltText('验证码');
  type(/^验证码/, '1234');
  press('send');
  press('send');
  await screen.findByText('用户名已存在！');
  expect(field(/^验证码/).value).toBe('');
  screen.getByText('验证码不正确!');
  screen.getByText('单位名称过长');

  type(/^验证码/, '1');
  await waitFor(() => expect(screen.queryByText('验证码不正确!')).toBeNull());
  screen.getByText('用户名已存在！');
  press('unit');
  expect(screen.queryByText('单位名称过长')).toBeNull();
  type(/^用户名/, 'lisi_77');
  expect(screen.queryByText('用户名已存在！')).toBeNull();
});

it('a repetition is compared again when the password changes', async () => {
  openAt('/search', <Form />);
  type(/^密码/, 'Geology77');
  type(/^确认密码/, 'Geology78');
  press('send');
  await screen.findByText('两次输入密码不一致!');
  type(/^密码/, 'Geology78');
  expect(screen.queryByText('两次输入密码不一致!')).toBeNull();
});

it('a name that is left says that no account is called so, one that was not filled in does not', async () => {
  openAt('/search', <Form />);
  const wrong = /^用户名以字母开头/;
  fireEvent.blur(field(/^用户名/));
  expect(screen.queryByText('请输入用户名')).toBeNull();
  type(/^用户名/, '9a');
  await waitFor(
    () => {
      fireEvent.blur(field(/^用户名/));
      screen.getByText(wrong);
    },
    { timeout: 4000 },
  );
  type(/^用户名/, 'zhangsan');
  expect(screen.queryByText(wrong)).toBeNull();
});
