import { describe, expect, it } from 'vitest';
import { zhCN } from '../messages/zh-CN';
import { accountFaults, NOBODY, passwordFaults, personFaults } from './personForm';

const RULES = {
  REGEX_USERNAME: '^[A-Za-z][A-Za-z0-9_]{4,19}$',
  REGEX_PASSWORD: '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$',
  REGEX_EMAIL:
    "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$",
  REGEX_MOBILE: '^1[3-9][0-9]{9}$',
  REGEX_ID_NUMBER: '^([0-9]{14}|[0-9]{17})[0-9Xx]$',
};

const PERSON = { ...NOBODY, name: '王工', unit: '地质一队', phoneMobile: '13800000000' };

describe('a person', () => {
  it('who registers tells name, unit and mobile number', () => {
    expect(personFaults(PERSON, true, RULES, zhCN)).toEqual({});
    expect(personFaults(NOBODY, true, RULES, zhCN)).toEqual({
      name: '真实姓名不能为空！',
      unit: '单位名称不能为空！',
      phoneMobile: '请输入正确的手机号码',
    });
  });

  it('of the survey needs only a name, but nothing wrong', () => {
    expect(personFaults({ ...NOBODY, name: '值班' }, false, RULES, zhCN)).toEqual({});
    const odd = { ...PERSON, phoneMobile: '12800000000', email: 'a@b' };
    expect(personFaults(odd, false, RULES, zhCN)).toEqual({
      phoneMobile: '请输入正确的手机号码',
      email: '请输入正确的邮箱地址',
    });
    const addressed = (email: string) => personFaults({ ...PERSON, email }, false, RULES, zhCN);
    expect(addressed("o'neill+x@mail.cgs.gov.cn")).toEqual({});
    for (const email of [
      'a@b..cn',
      '.a@x.cn',
      'foo(c)@x.cn',
      '[x]@y.cn',
      'a\\@x.cn',
      'a\u200b@x.cn',
    ]) {
      expect(addressed(email), email).toEqual({ email: '请输入正确的邮箱地址' });
    }
  });

  it('tells an identity number or none', () => {
    const faults = (idNumber: string) => personFaults({ ...PERSON, idNumber }, true, RULES, zhCN);
    expect(faults(' 11010519491231002X')).toEqual({});
    expect(faults(' 11010519491231002x')).toEqual({});
    expect(faults('110105491231002')).toEqual({});
    const malformed = { idNumber: '请输入正确的证件信息' };
    expect(faults('110105')).toEqual(malformed);
    expect(faults('1101051949123100AX')).toEqual(malformed);
    const impossible = { idNumber: '请输入正确的身份证信息' };
    // Another last character, a day that there is not, and a month.
    expect(faults('110105194912310021')).toEqual(impossible);
    expect(faults('110105194902300020')).toEqual(impossible);
    expect(faults('110105194913310021')).toEqual(impossible);
  });

  it('is not refused while the rules are on their way', () => {
    expect(personFaults({ ...PERSON, email: 'a' }, true, undefined, zhCN)).toEqual({});
  });

  it('lacks a mobile number whatever the rules are', () => {
    const faults = personFaults({ ...PERSON, phoneMobile: '' }, true, undefined, zhCN);
    expect(faults).toEqual({ phoneMobile: '请输入正确的手机号码' });
  });
});

describe('an account', () => {
  const faults = (loginName: string, password: string, confirm: string) =>
    accountFaults({ loginName, password, confirm }, RULES, zhCN);

  it('has a name and a password that follow the rules, typed twice', () => {
    expect(faults('zhangsan', 'Geology77', 'Geology77')).toEqual({});
    expect(faults('', '', '')).toEqual({
      loginName: '请输入用户名',
      password: '请输入密码',
      confirm: '请再次输入密码',
    });
    expect(faults('zhangsan', 'Geology77', '')).toEqual({ confirm: '请再次输入密码' });
    expect(faults('zhangsan', 'geology', 'geology')).toEqual({
      password: '输入的密码格式不正确！',
      confirm: '输入的密码必须包含大写字母、小写字母和数字, 长度最少为6位,不能超过20位',
    });
    expect(faults('1abc', 'weak', 'other')).toEqual({
      loginName: '用户名以字母开头，由字母、数字、下划线组成，长度5-20位',
      password: '长度最少为6位,不能超过20位',
      confirm: '两次输入密码不一致!',
    });
  });

  it('takes a password as long as the rule says', () => {
    expect(passwordFaults('Aa1aaa', 'Aa1aaa', RULES, zhCN)).toEqual({});
    expect(Object.keys(passwordFaults('Aa1aa', 'Aa1aa', RULES, zhCN))).toEqual([
      'password',
      'confirm',
    ]);
  });
});
