import { Navigate } from 'react-router-dom';
import { DashboardPage } from '../orders/dashboard/DashboardPage';
import { useMe } from '../providers/useMe';
import { homeOf, SEES_ORDERS } from './menuPages';

/** Where the signed-in person begins: with what there is to do, or with the first page there is. */
export function HomePage() {
  const me = useMe();
  if (me === undefined) return null;
  if (me.authorities.includes(SEES_ORDERS)) return <DashboardPage />;
  return <Navigate to={homeOf(me.authorities)} replace />;
}
