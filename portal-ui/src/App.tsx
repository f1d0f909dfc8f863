import { type Duty, Loading } from '@scenedock/ui-kit';
import { lazy, Suspense, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useParams, useSearchParams } from 'react-router';
import { orderListOf, orderListPath, orderPath } from './orderRoutes';
import { OWN_PATHS } from './ownPaths';
import { PUBLIC_PATHS } from './publicPaths';
import { RequireApplicant } from './session/RequireApplicant';
import { RequireUser } from './session/RequireUser';
import { useSession } from './session/session';
import { entranceOf, registerPath, signInPath } from './session/signInPath';
import { Layout } from './shell/Layout';

const SearchPage = lazy(() => import('./search/SearchPage'));
const FormerAddress = lazy(() => import('./FormerAddress'));
const NotFound = lazy(() => import('./shell/NotFound'));
const ErrorPage = lazy(() => import('./shell/ErrorPage'));
const EntranceDialog = lazy(() => import('./signin/EntranceDialog'));
const PublicPage = lazy(() => import('./PublicPage'));
const ArrivalPage = lazy(() => import('./signin/ArrivalPage'));
const CartPage = lazy(() => import('./cart/CartPage'));
const CreateOrderPage = lazy(() => import('./orderForm/CreateOrderPage'));
const EditOrderPage = lazy(() => import('./orderForm/EditOrderPage'));
const OrderListPage = lazy(() => import('./orderList/OrderListPage'));
const OrderDetailPage = lazy(() => import('./orderDetail/OrderDetailPage'));
const PickupSheetPage = lazy(() => import('./orderDetail/PickupSheetPage'));
const OwnPage = lazy(() => import('./OwnPage'));
const DutyPage = lazy(() => import('./account/DutyPage'));

/** The order lists by their route names, and the other pages that lie beside them under /manage/person. */
function PersonPage() {
  const name = useParams().name ?? '';
  return orderListOf(name) === null ? <FormerAddress name={name} /> : <OrderListPage />;
}

/** The short address of an order list, such as /orderManage/stayAudit, filters and all. */
function ShortListAddress() {
  const segment = orderListOf(useParams().segment ?? 'all');
  const { search } = useLocation();
  const to = segment === null ? '/forbidden' : `${orderListPath(segment)}${search}`;
  return <Navigate to={to} replace />;
}

/** Addresses that lie beside /manage/person, or did in older versions. */
const FORMER = ['configManage', 'shopCarCreateProcessOrder'];
/** Route names of one thing below /manage/person that may end with its id. */
const FORMER_DETAILS = ['suborderManage_details', 'orderManage_useraddressDetails'];

function OrderAddress() {
  return <Navigate to={orderPath(useParams().id ?? '')} replace />;
}

function CreateAddress() {
  return <Navigate to={`/order/create/${useParams().type ?? ''}`} replace />;
}

/** The addresses of sign-in and registration: each opens its dialog over the search. */
function EntranceAddress({ path }: { path: (next: string | null) => string }) {
  const [params] = useSearchParams();
  return <Navigate to={path(params.get('next'))} replace />;
}

/** The sign-in or registration dialog, while the address asks for it. */
function Entrance() {
  const [params] = useSearchParams();
  if (entranceOf(params) === null) return null;
  return (
    <Suspense>
      <EntranceDialog />
    </Suspense>
  );
}

export function App() {
  const { me } = useSession();
  const [stays, setStays] = useState<Duty | null>(null);
  const duty = stays ?? me?.duty;
  // The server refuses everything else until it is done.
  if (me !== null && duty) {
    return (
      <Suspense fallback={<Loading />}>
        <DutyPage me={me} duty={duty} onStay={setStays} />
      </Suspense>
    );
  }
  return (
    <>
      <Pages />
      <Entrance />
    </>
  );
}

function Pages() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/signIn" element={<EntranceAddress path={signInPath} />} />
        <Route path="/register" element={<EntranceAddress path={registerPath} />} />
        <Route path="/setup" element={<ArrivalPage />} />
        <Route path="/sso" element={<ArrivalPage />} />
        <Route path="/resetPassword" element={<ArrivalPage />} />
        <Route element={<RequireUser />}>
          <Route path="/orderManage/details/:id/pickup" element={<PickupSheetPage />} />
        </Route>
        <Route element={<Layout />}>
          <Route index element={<Navigate to="/search" replace />} />
          <Route path="/search" element={<SearchPage />} />
          {PUBLIC_PATHS.map((path) => (
            <Route key={path} path={path} element={<PublicPage path={path} />} />
          ))}
          <Route element={<RequireUser />}>
            <Route element={<RequireApplicant />}>
              <Route path="/shopCar" element={<CartPage />} />
              <Route path="/order/create/:type" element={<CreateOrderPage />} />
              <Route path="/order/edit/:id" element={<EditOrderPage />} />
            </Route>
            <Route path="/orderManage" element={<ShortListAddress />} />
            <Route path="/orderManage/:segment" element={<ShortListAddress />} />
            <Route path="/orderManage/details/:id" element={<OrderDetailPage />} />
            {FORMER.map((name) => (
              <Route key={name} path={`/${name}`} element={<FormerAddress name={name} />} />
            ))}
            <Route path="/person" element={<Navigate to="/account" replace />} />
            <Route path="/person/personDetail" element={<Navigate to="/account" replace />} />
            <Route path="/manage" element={<ShortListAddress />} />
            <Route path="/manage/person" element={<ShortListAddress />} />
            <Route path="/manage/person/:name" element={<PersonPage />} />
            <Route path="/manage/person/orderManage_details/:id" element={<OrderAddress />} />
            <Route path="/manage/person/orderManage_details_rep/:id" element={<OrderAddress />} />
            <Route path="/manage/person/orderDetail_rep/:id" element={<OrderAddress />} />
            {FORMER_DETAILS.map((name) => (
              <Route
                key={name}
                path={`/manage/person/${name}/:id`}
                element={<FormerAddress name={name} />}
              />
            ))}
            <Route path="/manage/person/conventionOrderCreate/:type" element={<CreateAddress />} />
            {OWN_PATHS.map((path) => (
              <Route key={path} path={path} element={<OwnPage path={path} />} />
            ))}
          </Route>
          <Route path="/error" element={<ErrorPage />} />
          <Route path="/forbidden" element={<NotFound />} />
          <Route path="*" element={<Navigate to="/forbidden" replace />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
