import type { AccountRules, Person } from '../api/types';
import type { Messages } from '../messages/zh-CN';
import { isIdCard } from './idNumber';

/** What is wrong, by the field's name in requests. */
export type Faults = Readonly<Record<string, string>>;

export const NOBODY: Person = {
  name: '',
  unit: '',
  phoneMobile: '',
  email: '',
  nickName: '',
  phoneWork: '',
  fax: '',
  address: '',
  idNumber: '',
  sex: null,
};

/** Nothing is wrong while the rules are on their way: the server checks again. */
const fits = (pattern: string | undefined, text: string) =>
  pattern === undefined || new RegExp(pattern, 'u').test(text);

const withoutEmpty = (faults: Record<string, string | false>): Faults =>
  Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== false),
  );

/** Nothing is demanded, and nothing said while the rules are on their way. */
function idNumberFault(
  number: string,
  rules: AccountRules | undefined,
  { person }: Messages,
): string | false {
  if (number === '' || rules === undefined) return false;
  if (!fits(rules.REGEX_ID_NUMBER, number)) return person.faults.idNumberWrong;
  return !isIdCard(number) && person.faults.idCardWrong;
}

/** `complete`: name, unit and mobile number are needed; otherwise the name is enough. */
export function personFaults(
  person: Person,
  complete: boolean,
  rules: AccountRules | undefined,
  m: Messages,
): Faults {
  const { faults } = m.person;
  const { phoneMobile } = person;
  const isMobileWrong = phoneMobile === '' ? complete : !fits(rules?.REGEX_MOBILE, phoneMobile);
  return withoutEmpty({
    name: person.name.trim() === '' && faults.nameMissing,
    unit: complete && person.unit.trim() === '' && faults.unitMissing,
    phoneMobile: isMobileWrong && faults.mobileWrong,
    email: person.email !== '' && !fits(rules?.REGEX_EMAIL, person.email) && faults.emailWrong,
    idNumber: idNumberFault(person.idNumber.trim(), rules, m),
  });
}

/** What is wrong with a new account name, and a password that is typed twice. */
export function accountFaults(
  account: { loginName: string; password: string; confirm: string },
  rules: AccountRules | undefined,
  m: Messages,
): Faults {
  const { faults } = m.person;
  const loginName = account.loginName.trim();
  const { password, confirm } = account;
  return withoutEmpty({
    loginName:
      loginName === ''
        ? faults.loginNameMissing
        : !fits(rules?.REGEX_USERNAME, loginName) && faults.loginNameWrong,
    ...passwordFaults(password, confirm, rules, m),
  });
}

/** Fewest characters of a password (portal specification, section 5). */
const SHORTEST_PASSWORD = 6;

/** What is wrong with a new password and its repetition. */
export function passwordFaults(
  password: string,
  confirm: string,
  rules: AccountRules | undefined,
  m: Messages,
): Faults {
  const { faults } = m.person;
  return withoutEmpty({
    password:
      password === ''
        ? faults.passwordMissing
        : password.length < SHORTEST_PASSWORD
          ? faults.passwordShort
          : !fits(rules?.REGEX_PASSWORD, password) && faults.passwordWrong,
    confirm:
      confirm === ''
        ? faults.confirmMissing
        : confirm !== password
          ? faults.passwordsDiffer
          : !fits(rules?.REGEX_PASSWORD, confirm) && faults.passwordForm,
  });
}
