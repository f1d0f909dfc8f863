import { useState } from 'react';
import type { Faults } from '../account/personForm';
import { useAccountRules } from '../account/useAccountRules';
import { fieldFaults } from '../api/client';
import type { Login } from '../api/types';
import { useConfig } from '../api/useConfig';
import { useMessages } from '../messages/LocaleProvider';
import { formFaults, missingFaults, type SignInFields } from './signInFaults';
import { useBusy } from './useBusy';
import { useCaptcha } from './useCaptcha';

/** The button's loading ends after this, and the rules are read after that (portal specification, section 9). */
const LONGEST_BUSY_MS = 5000;
const RULES_AFTER_MS = 1000;

type Options = {
  /** Signs in and enters; false where the account may not enter here. Throws what the server refuses. */
  signIn: (credentials: Login) => Promise<boolean>;
  onRefused: (error: unknown) => void;
  /** The account, where it is known already and not asked for. */
  loginName?: string;
  /** What is typed for the account at first. */
  suggestedName?: string;
  /** Whether the server is away: no captcha can be read, and none is asked for. */
  isAway?: boolean;
};

/** The sign-in form: what is typed, what is wrong with it, and the one way in which it is sent. */
export function useSignIn(options: Options) {
  const { signIn, onRefused, loginName: known, suggestedName = '', isAway = false } = options;
  const m = useMessages();
  const withCaptcha = useConfig().captcha && !isAway;
  const rules = useAccountRules(RULES_AFTER_MS);
  const { busy, begin, end } = useBusy(LONGEST_BUSY_MS);
  const [fields, setFields] = useState<SignInFields>({
    loginName: known ?? suggestedName,
    password: '',
    captcha: '',
  });
  const picture = useCaptcha(withCaptcha, () => setFields((old) => ({ ...old, captcha: '' })));
  const [faults, setFaults] = useState<Faults>({});
  const [refused, setRefused] = useState(false);
  /** Account and password that were sent back for their form: the second press sends them. */
  const [doubted, setDoubted] = useState<string | null>(null);
  const account = JSON.stringify([fields.loginName.trim(), fields.password]);

  const set = (part: Partial<SignInFields>) => {
    setFields((old) => ({ ...old, ...part }));
    setRefused(false);
    setFaults((old) =>
      Object.fromEntries(Object.entries(old).filter(([field]) => !(field in part))),
    );
  };
  /** A field that is left says what is wrong with it; one that was not filled in says so when it is sent. */
  const leave = (field: keyof SignInFields) => {
    const fault = known === undefined ? formFaults(fields, rules, m)[field] : undefined;
    if (fault !== undefined) setFaults((old) => ({ ...old, [field]: fault }));
  };
  const isReady = () => {
    const missing = missingFaults(fields, withCaptcha, m);
    // Whoever types a password again has signed in with it before.
    const odd = known === undefined && doubted !== account ? formFaults(fields, rules, m) : {};
    setFaults({ ...odd, ...missing });
    const isMissing = Object.keys(missing).length > 0;
    if (!isMissing && Object.keys(odd).length > 0) setDoubted(account);
    return !isMissing && Object.keys(odd).length === 0;
  };
  const submit = async () => {
    if (!isReady()) return;
    begin();
    setRefused(false);
    try {
      const credentials = { loginName: fields.loginName.trim(), password: fields.password };
      const proof = {
        captchaId: picture.captcha?.captchaId ?? '',
        captcha: fields.captcha.trim(),
      };
      if (await signIn(withCaptcha ? { ...credentials, ...proof } : credentials)) return;
    } catch (error) {
      const found = fieldFaults(error);
      setFaults(found);
      // What the server refused stays marked after the notification has gone.
      setRefused(Object.keys(found).length === 0);
      onRefused(error);
    } finally {
      end();
    }
    renew();
  };
  /** A captcha is good for one try. */
  const renew = () => {
    setFields((old) => ({ ...old, captcha: '' }));
    picture.renew();
  };
  return {
    fields,
    set,
    leave,
    faults,
    refused,
    /** Whether the same press once more sends what only looks wrong. */
    isDoubted: doubted === account && Object.keys(faults).length > 0,
    busy,
    submit,
    withCaptcha,
    picture: { captcha: picture.captcha, failed: picture.failed, onRenew: renew },
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
