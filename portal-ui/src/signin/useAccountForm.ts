import {
  type AccountRules,
  accountFaults,
  type Faults,
  NOBODY,
  type Person,
  personFaults,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';

const EMPTY = { loginName: '', password: '', confirm: '', captcha: '' };

type Account = typeof EMPTY;

const isKeyOf = (person: Person, key: string): key is keyof Person => key in person;

/** A new account and its person as they are typed, and what is wrong with them; what is typed anew is no longer wrong. */
export function useAccountForm(rules: AccountRules | undefined) {
  const m = useMessages();
  const [account, setAccount] = useState(EMPTY);
  const [person, setPerson] = useState<Person>(NOBODY);
  const [faults, setFaults] = useState<Faults>({});
  const forget = (isTyped: (field: string) => boolean) =>
    setFaults((old) =>
      Object.fromEntries(Object.entries(old).filter(([field]) => !isTyped(field))),
    );
  const set = (part: Partial<Account>) => {
    setAccount((old) => ({ ...old, ...part }));
    // The repetition is compared with the password.
    forget((field) => field in part || (field === 'confirm' && 'password' in part));
  };
  const changePerson = (next: Person) => {
    setPerson(next);
    forget((field) => isKeyOf(person, field) && person[field] !== next[field]);
  };
  /** A name that is left says what is wrong with it; one that was not filled in says so when it is sent. */
  const leaveName = () => {
    const { loginName } = accountFaults(account, rules, m);
    if (account.loginName.trim() !== '' && loginName !== undefined) {
      setFaults((old) => ({ ...old, loginName }));
    }
  };
  const check = (complete: boolean): Faults => ({
    ...accountFaults(account, rules, m),
    ...personFaults(person, complete, rules, m),
  });
  return {
    /** For the form. */
    fields: { account, set, leaveName, person, setPerson: changePerson, faults },
    check,
    setFaults,
    /** The text goes with its picture, what was wrong with it does not. */
    clearCaptcha: () => setAccount((old) => ({ ...old, captcha: '' })),
  };
}
