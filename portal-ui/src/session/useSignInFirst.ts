import { useMessages } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import { useNotice } from '../parts/notice';
import { useSession } from './session';
import { useEntrance } from './useEntrance';

/** What only signed-in people may do: guests are asked to sign in and come back to where they were. */
export function useSignInFirst(): (deed: () => void) => void {
  const m = useMessages();
  const notice = useNotice();
  const { open } = useEntrance();
  const { me } = useSession();
  return useCallback(
    (deed) => {
      if (me !== null) {
        deed();
        return;
      }
      notice(m.auth.needSignIn, 'info');
      open('signIn');
    },
    [me, notice, m, open],
  );
}
