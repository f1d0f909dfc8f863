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
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';

const EMPTY = { loginName: '', password: '', confirm: '', captcha: '' };

/** The form of the first administrator: what is typed, what is wrong with it, and sending it with the link's token. */
export function useSetUp(token: string) {
  const m = useMessages();
  const rules = useAccountRules();
  const { captcha, failed, renew } = useCaptcha(false);
  const [account, setAccount] = useState(EMPTY);
  const [person, setPerson] = useState<Person>(NOBODY);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);

  /** Whether it was made; throws what the server says otherwise. */
  const send = async (): Promise<boolean> => {
    const found = {
      ...accountFaults(account, rules, m),
      ...personFaults(person, false, rules, m),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    setBusy(true);
    try {
      const { loginName, password } = account;
      await api.setUp.make({ ...person, token, loginName: loginName.trim(), password });
      return true;
    } catch (error) {
      setFaults(fieldFaults(error));
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return {
    account,
    setAccount,
    person,
    setPerson,
    faults,
    busy,
    withCaptcha: false,
    picture: { captcha, failed, onRenew: renew },
    send,
  };
}
