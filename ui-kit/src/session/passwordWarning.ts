import { useCallback } from 'react';
import type { Me } from '../api/types';
import { useText } from '../messages/useText';

/** Left for the app that whoever has just signed in is led to. */
const ARRIVAL = 'scenedock.arrival';

/** Somebody has signed in and is led to another app: what is told after signing in would be gone with this page. */
export function announceArrival(): void {
  sessionStorage.setItem(ARRIVAL, '1');
}

/** Whether somebody has signed in elsewhere and is to be told here; once. */
export function takeArrival(): boolean {
  const isArrival = sessionStorage.getItem(ARRIVAL) !== null;
  sessionStorage.removeItem(ARRIVAL);
  return isArrival;
}

/** What to tell a person whose password should be changed (portal specification, section 4); empty: it is fine. */
function usePasswordWarning(): (me: Me) => string {
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

/** Tells who has signed in, by `tell`, that the password should be changed; false: it is fine. */
export function useWarnOfPassword(tell: (words: string) => void): (me: Me) => boolean {
  const warning = usePasswordWarning();
  return useCallback(
    (me) => {
      const words = warning(me);
      if (words !== '') tell(words);
      return words !== '';
    },
    [tell, warning],
  );
}
