import {
  accountFaults,
  api,
  type Faults,
  fieldFaults,
  NOBODY,
  type Person,
  personFaults,
  useAccountRules,
  useCaptcha,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';

const EMPTY = { loginName: '', password: '', confirm: '', captcha: '' };

/** How a registration went: taken at once, waiting for an administrator, incomplete, or refused by the server. */
type Outcome = 'active' | 'waiting' | 'incomplete' | 'noTerms' | { refused: unknown };

/** The registration form: what is typed, what is wrong with it, and sending it. */
export function useRegistration() {
  const m = useMessages();
  const rules = useAccountRules();
  const withCaptcha = useConfig().captcha;
  const picture = useCaptcha(withCaptcha);
  const [account, setAccount] = useState(EMPTY);
  const [person, setPerson] = useState<Person>(NOBODY);
  const [terms, setTerms] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);

  const check = (): Faults => ({
    ...accountFaults(account, rules, m),
    ...personFaults(person, true, rules, m),
    ...(withCaptcha && account.captcha.trim() === ''
      ? { captcha: m.person.faults.captchaMissing }
      : {}),
  });

  const send = async (): Promise<Outcome> => {
    const found = check();
    setFaults(found);
    if (Object.keys(found).length > 0) return 'incomplete';
    if (!terms) return 'noTerms';
    setBusy(true);
    try {
      const { status } = await api.auth.register({
        ...person,
        loginName: account.loginName.trim(),
        password: account.password,
        terms,
        ...(withCaptcha
          ? { captchaId: picture.captcha?.captchaId ?? '', captcha: account.captcha.trim() }
          : {}),
      });
      return status === 'waiting' ? 'waiting' : 'active';
    } catch (error) {
      setFaults(fieldFaults(error));
      // A captcha is good for one try.
      setAccount((old) => ({ ...old, captcha: '' }));
      picture.renew();
      return { refused: error };
    } finally {
      setBusy(false);
    }
  };
  return {
    account,
    setAccount,
    person,
    setPerson,
    terms,
    setTerms,
    faults,
    busy,
    withCaptcha,
    picture,
    send,
  };
}
