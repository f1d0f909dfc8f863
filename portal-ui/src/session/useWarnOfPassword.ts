import { type Me, usePasswordWarning } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import { useNotice } from '../parts/notice';

/** Tells who has signed in that the password should be changed; false: it is fine. */
export function useWarnOfPassword(): (me: Me) => boolean {
  const notice = useNotice();
  const warning = usePasswordWarning();
  return useCallback(
    (me) => {
      const words = warning(me);
      if (words !== '') notice(words, 'warning');
      return words !== '';
    },
    [notice, warning],
  );
}
