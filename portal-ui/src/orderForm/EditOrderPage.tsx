import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import {
  api,
  ChangesList,
  ErrorState,
  hasChanged,
  Loading,
  type Order,
  type OrderScene,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { fromOrder, samePapers } from '../application/payload';
import { sameApplication } from '../application/rules';
import { orderListPath, orderPath } from '../orderRoutes';
import { BackLink, ListButton, useTrailBack } from '../parts/BackLink';
import { everyPage } from '../parts/everyPage';
import { PageTitle } from '../parts/PageTitle';
import { useLeaveQuestion } from '../parts/useLeaveQuestion';
import { ApplicationForm } from './ApplicationForm';

function Editor({ order, scenes }: { order: Order; scenes: OrderScene[] }) {
  const m = useMessages();
  const navigate = useNavigate();
  const { from } = useTrailBack();
  const client = useQueryClient();
  const [before] = useState(() => fromOrder(order, scenes));
  const [application, setApplication] = useState(before);
  const uploads = !samePapers(before.papers, application.papers);
  const release = useLeaveQuestion(
    !sameApplication(before, application),
    uploads ? m.form.leaveUploads : m.form.leave,
  );
  const sent = async (changed: Order) => {
    release();
    navigate(orderPath(changed.id), { replace: true, state: { from } });
    await client.invalidateQueries();
  };
  return (
    <>
      {order.sstatus === 2 && order.cause ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {order.cancelledBy === null ? m.order.cause : m.cancelled.cause}
          {m.common.colon}
          {order.cause}
          <ChangesList order={order} />
        </Alert>
      ) : null}
      <ApplicationForm
        application={application}
        // What is stored already may differ from what was rejected; then it may be handed in as it is.
        rejected={order.sstatus === 2 && !hasChanged(order) ? before : null}
        scenes={scenes}
        orderId={order.id}
        hint={null}
        onChange={setApplication}
        send={(body) => api.orders.update(order.id, body)}
        onSent={(changed) => void sent(changed)}
      />
    </>
  );
}

export default function EditOrderPage() {
  const m = useMessages();
  const id = useParams().id ?? '';
  const { from, viaOrder } = useTrailBack();
  const query = useQuery({
    queryKey: ['editOrder', id],
    queryFn: async ({ signal }) => {
      const [order, scenes, papers] = await Promise.all([
        api.orders.get(id, { signal }),
        everyPage((page) => api.orders.scenes(id, page, { signal })),
        api.orders.attachments(id, { signal }),
      ]);
      return { order: { ...order, attachments: papers.items }, scenes };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isError) {
    return (
      <>
        <PageTitle parts={[m.form.editTitle]} />
        <h1 style={visuallyHidden}>{m.form.editTitle}</h1>
        <ErrorState
          error={query.error}
          onRetry={() => void query.refetch()}
          back={<ListButton to={from ?? orderListPath('all')} />}
        />
      </>
    );
  }
  if (query.data === undefined) return <Loading />;
  const { order, scenes } = query.data;
  if (!order.actions.includes('save')) return <Navigate to={orderPath(id)} replace />;
  return (
    <>
      {from === undefined || viaOrder ? (
        <BackLink to={orderPath(id)} state={{ from }} label={m.steer.backToOrder} />
      ) : (
        <BackLink to={from} label={m.steer.back} />
      )}
      <PageTitle parts={[`${m.form.editTitle} ${order.ordername}`]} />
      <Typography variant="h1" sx={{ mb: 2 }}>
        {m.form.editTitle} {order.ordername}
      </Typography>
      <Editor order={order} scenes={scenes} />
    </>
  );
}
