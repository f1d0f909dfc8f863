import { Navigate, useLocation, useParams } from 'react-router-dom';
import { NotFound } from '../layout/NotFound';
import { orderPath } from '../parts/orderPath';
import { type ListSlug, ORDER_LISTS } from './list/lists';

/** Addresses of lists by their short name, as bookmarks have them. */
export function FormerList() {
  const { slug } = useParams<{ slug: ListSlug | 'packaging' }>();
  const { search } = useLocation();
  const known: string | undefined = slug === 'packaging' ? 'approved' : slug;
  const list = ORDER_LISTS.find((one) => one.slug === known);
  return list ? <Navigate to={list.path + search} replace /> : <NotFound />;
}

/** A list of reprocessing orders by its route name of the specification, which ends in `_rep`. */
export function ReprocessingList({ path }: { path: string }) {
  const filter = encodeURIComponent(JSON.stringify({ type: '2' }));
  return <Navigate to={`${path}?filter=${filter}`} replace />;
}

/** The short address of an order. */
export function FormerOrder() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={orderPath(id) + search} replace />;
}
