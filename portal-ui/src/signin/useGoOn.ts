import { announceArrival, holds } from '@scenedock/ui-kit';
import { useEffect } from 'react';
import { orderListPath } from '../orderRoutes';
import { useSession } from '../session/session';
import { useEntrance } from '../session/useEntrance';
import { usePasswordNotice } from '../session/usePasswordNotice';
import { HOME_LIST } from '../shell/MainNav';
import { isOfBackOffice, useGoTo } from '../shell/useGoTo';

/** Leads on whoever has signed in while the dialog stood open, here or in another tab. */
export function useGoOn(): void {
  const { me } = useSession();
  const { name, wish, isUntouched, close } = useEntrance();
  const warn = usePasswordNotice();
  const goTo = useGoTo();
  useEffect(() => {
    if (me === null || name === null) return;
    if (wish !== null && isOfBackOffice(wish)) {
      announceArrival();
      goTo(wish);
      return;
    }
    const isWarned = warn(me);
    // Staff that wished for no other page begins with what waits for it, and who should change the password with that.
    const waiting = isUntouched && holds(me, '/order/all');
    const home = waiting ? orderListPath(HOME_LIST[me.role]) : null;
    const to = wish ?? (isWarned && isUntouched ? '/account' : home);
    if (to === null) close();
    else goTo(to);
  }, [me, name, wish, isUntouched, close, warn, goTo]);
}
