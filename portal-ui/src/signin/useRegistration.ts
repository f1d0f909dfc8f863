import {
  api,
  type Faults,
  fieldFaults,
  useAccountRules,
  useCaptcha,
  useConfig,
  useLocale,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAccountForm } from './useAccountForm';
import { useNameTaken } from './useNameTaken';

/** The rules are read this long after the form has come up (portal specification, section 9). */
const RULES_AFTER_MS = 1000;

/** A captcha is four digits (portal specification, section 9). */
const CAPTCHA = /^[0-9]{4}$/;

/** How a registration went: taken at once, waiting for an administrator, incomplete, or refused by the server. */
type Outcome = 'active' | 'waiting' | 'incomplete' | 'noTerms' | { refused: unknown };

/** The registration form: what is typed, what is wrong with it, and sending it. */
export function useRegistration() {
  const m = useMessages();
  const { locale } = useLocale();
  const rules = useAccountRules(RULES_AFTER_MS);
  const withCaptcha = useConfig().captcha;
  const { fields, check, setFaults, clearCaptcha } = useAccountForm(rules);
  const { account, person } = fields;
  const picture = useCaptcha(withCaptcha, clearCaptcha);
  const [left, setLeft] = useState(false);
  const isTaken = useNameTaken(account.loginName.trim(), left);
  const taken: Faults = isTaken ? { loginName: m.person.faults.loginNameTaken } : {};
  const [terms, setTerms] = useState(false);
  const [busy, setBusy] = useState(false);

  const captchaFaults = (): Faults => {
    const captcha = account.captcha.trim();
    if (!withCaptcha || CAPTCHA.test(captcha)) return {};
    return { captcha: captcha === '' ? m.person.faults.captchaMissing : m.auth.wrongCaptcha };
  };
  /** A captcha is good for one try. */
  const renew = () => {
    clearCaptcha();
    picture.renew();
  };

  const send = async (): Promise<Outcome> => {
    const found = { ...taken, ...check(true), ...captchaFaults() };
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
        language: locale,
        ...(withCaptcha
          ? { captchaId: picture.captcha?.captchaId ?? '', captcha: account.captcha.trim() }
          : {}),
      });
      return status === 'waiting' ? 'waiting' : 'active';
    } catch (error) {
      setFaults(fieldFaults(error));
      renew();
      return { refused: error };
    } finally {
      setBusy(false);
    }
  };
  return {
    ...fields,
    faults: { ...taken, ...fields.faults },
    enterName: () => setLeft(false),
    leaveName: () => {
      setLeft(true);
      fields.leaveName();
    },
    terms,
    setTerms,
    busy,
    withCaptcha,
    picture: { captcha: picture.captcha, failed: picture.failed, onRenew: renew },
    send,
  };
}
