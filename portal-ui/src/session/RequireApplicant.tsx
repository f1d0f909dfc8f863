import { ApiError, ErrorState, useMessages } from '@scenedock/ui-kit';
import { Outlet } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { useMayOrder } from './useMayOrder';

const DENIED = new ApiError(403, 'forbidden', '', [], ['/order/create']);

/** Pages of those who order. Staff is told whose they are. */
export function RequireApplicant() {
  const m = useMessages();
  if (useMayOrder()) return <Outlet />;
  return (
    <>
      <PageTitle parts={[m.denied.title]} />
      <ErrorState error={DENIED} />
    </>
  );
}
