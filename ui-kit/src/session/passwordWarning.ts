import { useCallback } from 'react';
import type { Me } from '../api/types';
import { useText } from '../messages/useText';

/** What to tell a person whose password should be changed (portal specification, section 4); empty: it is fine. */
export function usePasswordWarning(): (me: Me) => string {
  const text = useText();
  return useCallback(
    (me) =>
      [
        me.periodMsg && text(me.periodMessage, me.periodMsg),
        me.pwdMsg && text(me.pwdMessage, me.pwdMsg),
      ]
        .filter(Boolean)
        .join(' '),
    [text],
  );
}
