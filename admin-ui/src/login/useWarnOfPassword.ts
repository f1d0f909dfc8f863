import { type Me, usePasswordWarning } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useCallback } from 'react';

/** Tells who has signed in that the password should be changed. */
export function useWarnOfPassword(): (me: Me) => void {
  const notify = useNotify();
  const warning = usePasswordWarning();
  return useCallback(
    (me) => {
      const words = warning(me);
      if (words !== '') notify(words, { type: 'warning' });
    },
    [notify, warning],
  );
}
