import { officePages } from '@scenedock/ui-kit';
import { Navigate } from 'react-router-dom';
import { DashboardPage } from '../orders/dashboard/DashboardPage';
import { useMe } from '../providers/useMe';
import { homeOf } from './menuPages';

/** Where the signed-in person begins: with what there is to do, or with the first page there is. */
export function HomePage() {
  const me = useMe();
  if (me === undefined) return null;
  const pages = officePages(me);
  if (pages.includes('dashboard')) return <DashboardPage />;
  return <Navigate to={homeOf(pages)} replace />;
}
