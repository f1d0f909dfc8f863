import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  EmptyState,
  ErrorState,
  Loading,
  type Me,
  ORDER_TYPES,
  type Order,
  type OrderType,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { keyKeeper } from '../application/idempotency';
import { newApplication } from '../application/payload';
import { sameApplication } from '../application/rules';
import { type DataKind, oneOrder } from '../cart/kinds';
import { orderPath } from '../orderRoutes';
import { PageTitle } from '../parts/PageTitle';
import { useLeaveQuestion } from '../parts/useLeaveQuestion';
import { forgetSelection, keptSelection } from '../session/orderSelection';
import { useSession } from '../session/session';
import { useCart } from '../session/useCart';
import { ApplicationForm } from './ApplicationForm';
import { KindTabs } from './KindTabs';
import { useKeptDraft } from './useKeptDraft';

type Props = { type: OrderType; me: Me; scenes: Scene[] };

function NewApplication({ type, me, scenes }: Props) {
  const m = useMessages();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [fresh] = useState(() =>
    newApplication(
      type,
      me,
      scenes.map((scene) => scene.dataid),
    ),
  );
  const draft = useKeptDraft(`scenedock.draft.${me.id}`, fresh);
  const [ownScenes] = useState(scenes);
  const [keyOf] = useState(() => keyKeeper());
  // Within the portal the draft is kept; only the closing of the tab would lose it.
  const release = useLeaveQuestion(!sameApplication(draft.application, fresh), null);
  const sent = async (order: Order) => {
    release();
    draft.forget();
    forgetSelection();
    // The scenes are in the order now; that the order stands matters more than a cart that could not be tidied.
    navigate(orderPath(order.id), { replace: true });
    await api.cart.remove(draft.application.dataIds).catch(() => undefined);
    await client.invalidateQueries();
  };
  return (
    <ApplicationForm
      application={draft.application}
      rejected={null}
      scenes={ownScenes}
      hint={m.form.keptHint}
      onChange={draft.setApplication}
      send={(body) => api.orders.create(body, keyOf(JSON.stringify(body)))}
      onSent={(order) => void sent(order)}
    />
  );
}

type Rest = { kind: DataKind; rest: Scene[]; onOrder: (kind: DataKind) => void };

/** What of the cart is of the other kind than the form: it is an order of its own. */
function RestOfCart({ kind, rest, onOrder }: Rest) {
  const m = useMessages();
  if (rest.length === 0) return null;
  const [sentence, label, other] =
    kind === 'product'
      ? ([m.form.archiveStays, m.cart.orderArchive, 'archive'] as const)
      : ([m.form.productStays, m.cart.orderProduct, 'product'] as const);
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" onClick={() => onOrder(other)}>
          {label(rest.length)}
        </Button>
      }
    >
      {sentence(rest.length)}
    </Alert>
  );
}

export default function CreateOrderPage() {
  const m = useMessages();
  const [preferred, setPreferred] = useState<DataKind>('product');
  const { me } = useSession();
  const { query, scenes } = useCart();
  const segment = useParams().type;
  const type = ORDER_TYPES.find((one) => String(one) === segment);
  const chosen = useMemo(() => {
    const selection = keptSelection();
    return selection === null ? scenes : scenes.filter((scene) => selection.includes(scene.dataid));
  }, [scenes]);
  const { kind, ordered, rest } = useMemo(() => oneOrder(chosen, preferred), [chosen, preferred]);
  if (type === undefined) return <Navigate to="/forbidden" replace />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (me === null || query.data === undefined) return <Loading />;
  return (
    <>
      <Stack direction="row" sx={{ mb: 2, gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <PageTitle parts={[m.form.createTitle(m.orderType[type])]} />
        <Typography variant="h1">{m.form.createTitle(m.orderType[type])}</Typography>
        <KindTabs type={type} />
      </Stack>
      <RestOfCart kind={kind} rest={rest} onOrder={setPreferred} />
      {ordered.length === 0 ? (
        <EmptyState
          title={m.form.needData}
          hint={m.cart.emptyHint}
          action={
            <Button component={Link} to="/search" variant="contained">
              {m.cart.goSearch}
            </Button>
          }
        />
      ) : (
        <NewApplication key={`${type} ${kind}`} type={type} me={me} scenes={ordered} />
      )}
    </>
  );
}
