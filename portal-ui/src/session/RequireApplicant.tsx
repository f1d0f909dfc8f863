import { ApiError, ErrorState } from '@scenedock/ui-kit';
import { Outlet } from 'react-router';
import { useMayOrder } from './useMayOrder';

const DENIED = new ApiError(403, 'forbidden', '', [], ['applicant']);

/** Pages of those who order. Staff is told whose they are. */
export function RequireApplicant() {
  return useMayOrder() ? <Outlet /> : <ErrorState error={DENIED} />;
}
