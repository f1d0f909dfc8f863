import { holds } from '@scenedock/ui-kit';
import { useSession } from './session';

/** Who orders has a cart and a form: applicants, and guests, who are asked to sign in on the way. Staff has neither. */
export function useMayOrder(): boolean {
  const { me } = useSession();
  return me === null || holds(me, '/order/create');
}
