import { describe, expect, it } from 'vitest';
import { zhCN } from '../messages/zh-CN';
import { formFaults, missingFaults } from './signInFaults';

const RULES = {
  REGEX_USERNAME: '^[A-Za-z][A-Za-z0-9_]{4,19}$',
  REGEX_PASSWORD: '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$',
  REGEX_EMAIL: '@',
  REGEX_MOBILE: '^1[3-9][0-9]{9}$',
  REGEX_ID_NUMBER: '^([0-9]{14}|[0-9]{17})[0-9Xx]$',
};

const SHORT_NAME = '长度最少为4位,不能超过19位';
const ODD_NAME = '用户名以字母开头，由字母、数字、下划线组成，长度5-20位';
const SHORT_PASSWORD = '长度最少为6位,不能超过20位';
const ODD_PASSWORD = '输入的密码格式不正确！';

const fields = (loginName: string, password: string, captcha = '') => ({
  loginName,
  password,
  captcha,
});

describe('what cannot be sent', () => {
  it.each([
    [fields('', '', ''), false, { loginName: '请输入用户名', password: '请输入密码' }],
    [fields('  ', 'x', ''), true, { loginName: '请输入用户名', captcha: '请输入验证码' }],
    [fields('a', 'b', '12a4'), true, { captcha: '验证码不正确!' }],
    [fields('a', 'b', '123'), true, { captcha: '验证码不正确!' }],
    [fields('a', 'b', ' 0123 '), true, {}],
    [fields('a', 'b', ''), false, {}],
  ])('%o', (typed, withCaptcha, faults) => {
    expect(missingFaults(typed, withCaptcha, zhCN)).toEqual(faults);
  });
});

describe('what has not the form of today', () => {
  it.each([
    [fields('abc', 'Aa1'), { loginName: SHORT_NAME, password: SHORT_PASSWORD }],
    [fields('root', 'Geology77'), { loginName: ODD_NAME }],
    [fields('9lives', 'geology77'), { loginName: ODD_NAME, password: ODD_PASSWORD }],
    [
      fields('a'.repeat(21), `Aa1${'x'.repeat(18)}`),
      { loginName: ODD_NAME, password: ODD_PASSWORD },
    ],
    [fields(' admin ', 'Scenedock1'), {}],
    [fields('', ''), {}],
  ])('%o', (typed, faults) => {
    expect(formFaults(typed, RULES, zhCN)).toEqual(faults);
  });

  it('is told by length alone until the rules are there', () => {
    expect(formFaults(fields('9lives', 'geology'), undefined, zhCN)).toEqual({});
    expect(formFaults(fields('ab', 'geo'), undefined, zhCN)).toEqual({
      loginName: SHORT_NAME,
      password: SHORT_PASSWORD,
    });
  });
});
