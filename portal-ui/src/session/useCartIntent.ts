import { useMessages } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useNotice } from '../parts/notice';
import { useSession } from './session';
import { signInPath } from './signInPath';
import { useCart, useCartChange } from './useCart';

/** Adding to the cart for everybody: guests are asked to sign in and come back to the same search. */
export function useCartIntent() {
  const m = useMessages();
  const notice = useNotice();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { me } = useSession();
  const { ids } = useCart();
  const { mutate } = useCartChange().add;
  const add = useCallback(
    (dataIds: string[]) => {
      if (me !== null) {
        mutate(dataIds);
        return;
      }
      notice(m.auth.needSignIn, 'info');
      navigate(signInPath(`${pathname}${search}`));
    },
    [me, mutate, notice, m, navigate, pathname, search],
  );
  return { ids, add };
}
