import { type CatalogueSearch, useMessages } from '@scenedock/ui-kit';
import { useCallback, useEffect } from 'react';
import { useAsk } from '../parts/confirm';
import { useNotice } from '../parts/notice';
import { keepPending, takePending } from './pendingCart';
import { useSession } from './session';
import { useCartIds } from './useCart';
import { useCartChange } from './useCartChange';
import { useEntrance } from './useEntrance';
import { useSignInFirst } from './useSignInFirst';

/** As many scenes as the server lets into a cart. */
const LARGEST_CART = 5000;

/**
 * Adding to the cart for everybody: guests are asked to sign in and come back to the same search, and then find the
 * scenes in their cart.
 */
export function useCartIntent() {
  const m = useMessages();
  const notice = useNotice();
  const { open } = useEntrance();
  const { me } = useSession();
  const ids = useCartIds();
  const ask = useAsk();
  const signInFirst = useSignInFirst();
  const change = useCartChange();
  const { mutate } = change.add;
  const { mutate: mutateFound } = change.addFound;
  const add = useCallback(
    (dataIds: string[]) => {
      if (me !== null) {
        mutate(dataIds);
        return;
      }
      keepPending(dataIds);
      notice(m.basket.kept, 'info');
      open('signIn');
    },
    [me, mutate, notice, m, open],
  );
  /** Everything that `body` finds, `total` scenes, once the person has agreed to so many. */
  const addFound = useCallback(
    (body: CatalogueSearch, total: number) =>
      signInFirst(() => {
        const text = total > LARGEST_CART ? m.find.confirmMost(total) : m.find.confirmAll(total);
        void ask({ text }).then((yes) => {
          if (yes !== null) mutateFound(body);
        });
      }),
    [signInFirst, ask, m, mutateFound],
  );
  return { ids, add, addFound, busy: change.add.isPending || change.addFound.isPending };
}

/** Adds what was chosen before signing in. */
export function usePendingCart(): void {
  const { me } = useSession();
  const { mutate } = useCartChange().add;
  const signedIn = me !== null;
  useEffect(() => {
    if (!signedIn) return;
    const pending = takePending();
    if (pending.length > 0) mutate(pending);
  }, [signedIn, mutate]);
}
