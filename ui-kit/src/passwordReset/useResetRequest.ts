import { useState } from 'react';
import type { Faults } from '../account/personForm';
import { fieldFaults } from '../api/client';
import { passwordReset } from '../api/passwordReset';
import { useConfig } from '../api/useConfig';
import { useMessages } from '../messages/LocaleProvider';
import { useCaptcha } from '../signin/useCaptcha';
import { usePasswordResetTexts } from './passwordResetTexts';

const EMPTY = { account: '', captcha: '' };

/** The form that asks for a link: what is typed, what is wrong with it, and whether it was sent. */
export function useResetRequest(onRefused: (error: unknown) => void) {
  const m = useMessages();
  const t = usePasswordResetTexts();
  const withCaptcha = useConfig().captcha;
  const [fields, setFields] = useState(EMPTY);
  const picture = useCaptcha(withCaptcha, () => setFields((old) => ({ ...old, captcha: '' })));
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);

  const check = (): Faults => ({
    ...(fields.account.trim() === '' ? { account: t.accountMissing } : {}),
    ...(withCaptcha && fields.captcha.trim() === ''
      ? { captcha: m.person.faults.captchaMissing }
      : {}),
  });
  /** A captcha is good for one try. */
  const renew = () => {
    setFields((old) => ({ ...old, captcha: '' }));
    picture.renew();
  };
  const send = async () => {
    const found = check();
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const proof = {
        captchaId: picture.captcha?.captchaId ?? '',
        captcha: fields.captcha.trim(),
      };
      const account = fields.account.trim();
      await passwordReset.request(withCaptcha ? { account, ...proof } : { account });
      setSent(true);
    } catch (error) {
      setFaults(fieldFaults(error));
      onRefused(error);
    } finally {
      setBusy(false);
    }
    renew();
  };
  return {
    fields,
    set: (part: Partial<typeof EMPTY>) => {
      setFields((old) => ({ ...old, ...part }));
      setFaults({});
    },
    faults,
    busy,
    sent,
    again: () => setSent(false),
    send,
    withCaptcha,
    picture: { captcha: picture.captcha, failed: picture.failed, onRenew: renew },
  };
}
