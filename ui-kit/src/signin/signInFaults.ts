import type { Faults } from '../account/personForm';
import type { AccountRules } from '../api/types';
import type { Messages } from '../messages/zh-CN';

export type SignInFields = { loginName: string; password: string; captcha: string };

/** Fewest characters of an account and of a password (portal specification, section 5). */
const SHORTEST_NAME = 4;
const SHORTEST_PASSWORD = 6;

/** A captcha is four digits (portal specification, section 9). */
const CAPTCHA = /^[0-9]{4}$/;

const isUnlike = (pattern: string | undefined, text: string) =>
  pattern !== undefined && !new RegExp(pattern, 'u').test(text);

function onlyFaults(faults: Record<string, string | false>): Faults {
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== false),
  );
}

/** What is not there, or cannot be right: it is never sent. */
export function missingFaults(fields: SignInFields, withCaptcha: boolean, m: Messages): Faults {
  const captcha = fields.captcha.trim();
  return onlyFaults({
    loginName: fields.loginName.trim() === '' && m.auth.needAccount,
    password: fields.password === '' && m.auth.needPassword,
    captcha:
      withCaptcha &&
      (captcha === '' ? m.auth.needCaptcha : !CAPTCHA.test(captcha) && m.auth.wrongCaptcha),
  });
}

/**
 * What no account is made with today. It may be right all the same: accounts and passwords live longer than the rules
 * that they were made by.
 */
export function formFaults(
  fields: SignInFields,
  rules: AccountRules | undefined,
  m: Messages,
): Faults {
  const loginName = fields.loginName.trim();
  const { password } = fields;
  const { faults } = m.person;
  return onlyFaults({
    loginName:
      loginName !== '' &&
      (loginName.length < SHORTEST_NAME
        ? faults.loginNameShort
        : isUnlike(rules?.REGEX_USERNAME, loginName) && faults.loginNameWrong),
    password:
      password !== '' &&
      (password.length < SHORTEST_PASSWORD
        ? faults.passwordShort
        : isUnlike(rules?.REGEX_PASSWORD, password) && faults.passwordWrong),
  });
}
