import { Loading } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router';
import { RequireUser } from './session/RequireUser';
import { Layout } from './shell/Layout';
import { NotFound } from './shell/NotFound';

const SearchPage = lazy(() => import('./search/SearchPage'));
const SignInPage = lazy(() => import('./signin/SignInPage'));
const ContactPage = lazy(() => import('./contact/ContactPage'));
const CartPage = lazy(() => import('./cart/CartPage'));
const CreateOrderPage = lazy(() => import('./orderForm/CreateOrderPage'));
const EditOrderPage = lazy(() => import('./orderForm/EditOrderPage'));
const OrderListPage = lazy(() => import('./orderList/OrderListPage'));
const OrderDetailPage = lazy(() => import('./orderDetail/OrderDetailPage'));

/** The older addresses, such as /manage/person/orderManage_staySubmit. */
function OlderAddress() {
  const name = useParams().name ?? '';
  if (name === 'shopCar') return <Navigate to="/shopCar" replace />;
  if (name.startsWith('orderManage_')) {
    return <Navigate to={`/orderManage/${name.slice('orderManage_'.length)}`} replace />;
  }
  return <Navigate to="/forbidden" replace />;
}

export function App() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/signIn" element={<SignInPage />} />
        <Route element={<Layout />}>
          <Route index element={<Navigate to="/search" replace />} />
          <Route path="/search" element={<SearchPage />} />
          <Route path="/contactUs" element={<ContactPage />} />
          <Route element={<RequireUser />}>
            <Route path="/shopCar" element={<CartPage />} />
            <Route path="/order/create/:type" element={<CreateOrderPage />} />
            <Route path="/order/edit/:id" element={<EditOrderPage />} />
            <Route path="/orderManage" element={<Navigate to="/orderManage/all" replace />} />
            <Route path="/orderManage/:segment" element={<OrderListPage />} />
            <Route path="/orderManage/details/:id" element={<OrderDetailPage />} />
            <Route path="/manage/person/:name" element={<OlderAddress />} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
