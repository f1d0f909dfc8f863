import Box from '@mui/material/Box';
import { Loading, type Order } from '@scenedock/ui-kit';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Failed } from '../../layout/Failed';
import { statusOf } from '../../providers/errors';
import { OrderView } from './OrderView';

/** One order, by the id in the address. */
export function OrderPage() {
  const { id = '' } = useParams();
  const m = useAdminMessages();
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
        <Failed
          error={missing ? new Error(m.detail.missing) : error}
          onRetry={() => void refetch()}
        />
      </Box>
    );
  }
  return <OrderView key={data.id} order={data} />;
}
