import { Loading } from '@scenedock/ui-kit';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from './session';
import { signInPath } from './signInPath';

/** Pages for signed-in people; guests sign in first and come back. */
export function RequireUser() {
  const { me, pending } = useSession();
  const { pathname, search } = useLocation();
  if (pending) return <Loading />;
  if (me === null) return <Navigate to={signInPath(`${pathname}${search}`)} replace />;
  return <Outlet />;
}
