import { type Me, useText } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import { useNotice } from '../parts/notice';

/** Tells who has signed in that the password should be changed (portal specification, section 4); false: it is fine. */
export function usePasswordWarning(): (me: Me) => boolean {
  const notice = useNotice();
  const text = useText();
  return useCallback(
    (me) => {
      const sentences = [
        me.periodMsg && text(me.periodMessage, me.periodMsg),
        me.pwdMsg && text(me.pwdMessage, me.pwdMsg),
      ].filter(Boolean);
      if (sentences.length > 0) notice(sentences.join(' '), 'warning');
      return sentences.length > 0;
    },
    [notice, text],
  );
}
