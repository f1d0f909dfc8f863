import { Navigate } from 'react-router-dom';
import { useMe } from '../providers/useMe';
import { homeOf } from './menuPages';

/** Leads to where the signed-in person begins. */
export function HomePage() {
  const me = useMe();
  return me === undefined ? null : <Navigate to={homeOf(me.authorities)} replace />;
}
