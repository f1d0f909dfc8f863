import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { ApiError, ErrorState, Loading, type Order, useMessages } from '@scenedock/ui-kit';
import { useGetOne } from 'ra-core';
import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { WayBack } from '../../parts/WayBack';
import { statusOf } from '../../providers/errors';
import { PendingDecisions } from '../pendingDecision/PendingDecisions';
import { OrderView } from './OrderView';

/** One order, by the id in the address. */
export function OrderPage() {
  const { id = '' } = useParams();
  const m = useAdminMessages();
  const { detail } = useMessages();
  const left = useLocation().state as { from?: string } | null;
  const from = left?.from ?? '/orderManage';
  // Another order begins at its top as well.
  useEffect(() => {
    document.documentElement.scrollTop = 0;
  }, [id]);
  const { data, error, isPending, refetch } = useGetOne<Order>(
    'orders',
    { id },
    { retry: false, onError: () => undefined },
  );
  if (isPending) {
    return <Loading />;
  }
  if (!data) {
    const missing = statusOf(error) === 404;
    return (
      <Box sx={{ pt: 6 }}>
        <h1 style={visuallyHidden}>{detail.title}</h1>
        <ErrorState
          error={missing ? new ApiError(404, 'not_found', m.detail.missing) : error}
          onRetry={() => void refetch()}
          back={<WayBack to={from} />}
        />
      </Box>
    );
  }
  return (
    <PendingDecisions orders={[data]}>
      <OrderView key={data.id} order={data} />
    </PendingDecisions>
  );
}
