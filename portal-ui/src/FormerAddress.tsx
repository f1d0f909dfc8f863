import { Loading, officePages } from '@scenedock/ui-kit';
import { useEffect } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { type FormerRoute, formerId, formerRoute } from './formerRoutes';
import { useSession } from './session/session';
import { leaveFor } from './shell/leaveFor';

type Elsewhere = Exclude<FormerRoute, { kind: 'list' }>;

/** Leads from a route name of the specification to where its function stands now. */
export default function FormerAddress({ name }: { name: string }) {
  const { id } = useParams();
  const [params] = useSearchParams();
  const route = formerRoute(name, id ?? formerId(params));
  return route.kind === 'list' ? null : <LeadOn route={route} />;
}

/** A page of the back office is for whom its menu offers it to; others are told that it is not for them. */
function LeadOn({ route }: { route: Elsewhere }) {
  const { me } = useSession();
  if (route.kind === 'portal') return <Navigate to={route.to} replace />;
  if (route.kind === 'office' && officePages(me).includes(route.page))
    return <Leave to={route.to} />;
  return <Navigate to="/forbidden" replace />;
}

function Leave({ to }: { to: string }) {
  useEffect(() => leaveFor(to), [to]);
  return <Loading />;
}
