import { useMessages } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useNotice } from '../parts/notice';
import { useSession } from './session';
import { signInPath } from './signInPath';

/** What only signed-in people may do: guests are asked to sign in and come back to where they were. */
export function useSignInFirst(): (deed: () => void) => void {
  const m = useMessages();
  const notice = useNotice();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { me } = useSession();
  return useCallback(
    (deed) => {
      if (me !== null) {
        deed();
        return;
      }
      notice(m.auth.needSignIn, 'info');
      navigate(signInPath(`${pathname}${search}`));
    },
    [me, notice, m, navigate, pathname, search],
  );
}
