import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import { EntranceFrame } from './EntranceFrame';

let sent: Record<string, unknown>[] = [];
let status = 'active';
let rulesRead = false;
const TAKEN = 'zhangsan';

const server = useServer(
  [
    http.post(`${SITE}/api/auth/captcha`, () =>
      HttpResponse.json({ captchaId: 'c', image: 'data:,' }),
    ),
    ...everyScreen(),
    http.get(`${SITE}/api/auth/rules`, () => {
      rulesRead = true;
      return HttpResponse.json({
        REGEX_USERNAME: '^[A-Za-z][A-Za-z0-9_]{4,19}$',
        REGEX_PASSWORD: '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$',
        REGEX_EMAIL: '@',
        REGEX_MOBILE: '^1[3-9][0-9]{9}$',
      });
    }),
    http.get(`${SITE}/api/auth/exists`, ({ request }) =>
      HttpResponse.json({ exists: new URL(request.url).searchParams.get('loginName') === TAKEN }),
    ),
    http.post(`${SITE}/api/auth/register`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ id: '9', status }, { status: 201 });
    }),
  ],
  null,
);

beforeEach(() => {
  sent = [];
  status = 'active';
  rulesRead = false;
});

/** Until it is known that this installation wants no captcha, one is asked for. */
async function open() {
  openAt('/search?dialog=register&next=%2FshopCar', <EntranceFrame />);
  await waitFor(() => expect(screen.queryByLabelText(/^验证码/)).toBeNull());
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: '注册' }));

function fill() {
  type(/^用户名/, 'wangwu');
  type(/^密码/, 'Geology77');
  type(/^确认密码/, 'Geology77');
  type(/^真实姓名/, '王五');
  type(/^单位名称/, '青海院');
  type(/^手机号码/, '13812345678');
}

describe('registration', () => {
  it('is a dialog called as its heading is, and by no more', async () => {
    await open();
    expect(screen.getByRole('dialog', { name: '信息共享服务注册' })).toBeTruthy();
  });

  it('tells every fault in the words of the specification', async () => {
    await open();
    submit();
    for (const words of [
      '请输入用户名',
      '请输入密码',
      '真实姓名不能为空！',
      '单位名称不能为空！',
      '必填项错误, 请重新填写!',
    ]) {
      expect(await screen.findByText(words)).toBeTruthy();
    }
    fill();
    type(/^确认密码/, 'Geology78');
    submit();
    expect(await screen.findByText('两次输入密码不一致!')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('wants the terms accepted, which can be read', async () => {
    await open();
    fill();
    submit();
    expect(await screen.findByText('请勾选服务条款!')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '《卫星遥感数据提供使用暂行办法》' }));
    expect(await screen.findByText('第十五条')).toBeTruthy();
    expect(screen.queryByText('第十六条')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '我已阅读' }));
  });

  it('tells a taken name two seconds after the field was left', async () => {
    await open();
    fireEvent.focus(screen.getByLabelText(/^用户名/));
    type(/^用户名/, TAKEN);
    fireEvent.blur(screen.getByLabelText(/^用户名/));
    expect(await screen.findByText('用户名已存在！', {}, { timeout: 4000 })).toBeTruthy();
    // It is a fault as any other: nothing is sent for the server to say the same.
    fill();
    type(/^用户名/, TAKEN);
    fireEvent.click(screen.getByRole('checkbox'));
    submit();
    expect(await screen.findByText('必填项错误, 请重新填写!')).toBeTruthy();
    expect(screen.getByText('用户名已存在！')).toBeTruthy();
    expect(sent).toEqual([]);
    type(/^用户名/, 'wangwu');
    submit();
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('tells what of account and password has not the form that the server asks for', async () => {
    await open();
    fill();
    type(/^用户名/, '9a');
    type(/^密码/, 'a1');
    submit();
    expect(await screen.findByText('长度最少为6位,不能超过20位')).toBeTruthy();
    type(/^密码/, 'alllower77');
    type(/^确认密码/, 'alllower77');
    type(/^手机号码/, '12812345678');
    await waitFor(() => expect(rulesRead).toBe(true), { timeout: 4000 });
    submit();
    for (const words of [
      '用户名以字母开头，由字母、数字、下划线组成，长度5-20位',
      '输入的密码格式不正确！',
      '输入的密码必须包含大写字母、小写字母和数字, 长度最少为6位,不能超过20位',
      '请输入正确的手机号码',
    ]) {
      expect(await screen.findByText(words)).toBeTruthy();
    }
    expect(sent).toEqual([]);
  });

  it('switches to the sign-in, and then leads to where one wanted to go', async () => {
    await open();
    fill();
    fireEvent.click(screen.getByRole('checkbox'));
    submit();
    expect(await screen.findByText('注册成功!')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByTestId('where').textContent).toBe('/search?dialog=signIn&next=%2FshopCar'),
    );
    expect(screen.getByLabelText<HTMLInputElement>('用户名').value).toBe('wangwu');
    expect(screen.queryByText(/管理员审核通过后即可登录/)).toBeNull();
    expect(sent[0]).toMatchObject({
      loginName: 'wangwu',
      terms: true,
      language: 'zh-CN',
      unit: '青海院',
      sex: null,
    });
    expect(sent[0]).not.toHaveProperty('confirm');
  });

  it('says that an administrator must approve it', async () => {
    status = 'waiting';
    await open();
    fill();
    fireEvent.click(screen.getByRole('checkbox'));
    submit();
    expect(await screen.findByText(/^注册成功!.*管理员审核通过后即可登录/)).toBeTruthy();
    // The message passes: the sign-in says it as long as it stands.
    const dialog = within(await screen.findByRole('dialog', { name: '信息共享服务登录' }));
    dialog.getByText('注册申请已提交，管理员审核通过后即可登录。');
    expect(dialog.getByLabelText<HTMLInputElement>('用户名').value).toBe('wangwu');
    expect(document.activeElement).toBe(dialog.getByLabelText('密码'));
  });

  it('says what is wrong where it is no field', async () => {
    const detail = '注册过于频繁，请稍后再试';
    server.use(http.post(`${SITE}/api/auth/register`, () => refusal(429, detail)));
    await open();
    fill();
    fireEvent.click(screen.getByRole('checkbox'));
    submit();
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.queryByText('必填项错误, 请重新填写!')).toBeNull();
  });

  it('marks the fields that the server refuses', async () => {
    server.use(
      http.post(`${SITE}/api/auth/register`, () =>
        HttpResponse.json(
          {
            type: 'about:blank',
            title: '',
            status: 400,
            code: 'invalid',
            detail: '密码过于常见，容易被猜到，请更换',
            errors: [
              {
                field: 'password',
                detail: '密码过于常见，容易被猜到，请更换',
                code: 'field.password_common',
              },
            ],
          },
          { status: 400 },
        ),
      ),
    );
    await open();
    fill();
    fireEvent.click(screen.getByRole('checkbox'));
    submit();
    await waitFor(() =>
      expect(screen.getByLabelText(/^密码/).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(screen.getByText('必填项错误, 请重新填写!')).toBeTruthy();
    expect(screen.getAllByText('密码过于常见，容易被猜到，请更换')).toHaveLength(1);
  });
});
