import { api, fieldFaults, useAccountRules, useCaptcha } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAccountForm } from './useAccountForm';

/** The form of the first administrator: what is typed, what is wrong with it, and sending it with the link's token. */
export function useSetUp(token: string) {
  const rules = useAccountRules();
  const { captcha, failed, renew } = useCaptcha(false);
  const { fields, check, setFaults } = useAccountForm(rules);
  const [busy, setBusy] = useState(false);

  /** Whether it was made; throws what the server says otherwise. */
  const send = async (): Promise<boolean> => {
    const found = check(false);
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    setBusy(true);
    try {
      const { loginName, password } = fields.account;
      await api.setUp.make({ ...fields.person, token, loginName: loginName.trim(), password });
      return true;
    } catch (error) {
      setFaults(fieldFaults(error));
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return {
    ...fields,
    busy,
    withCaptcha: false,
    picture: { captcha, failed, onRenew: renew },
    send,
  };
}
