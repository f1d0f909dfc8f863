import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { api, type DeliveredScene, formatTime, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Props = { dataIds: readonly string[]; onRemove: (dataIds: string[]) => void };

/** The deliveries among `held`, each named once. */
function deliveries(held: readonly DeliveredScene[]): DeliveredScene[] {
  return held.filter(({ orderId }, at) => held.findIndex((one) => one.orderId === orderId) === at);
}

/** Tells of ordered scenes that the person already holds in an open delivery. */
export function HeldNotice({ dataIds, onRemove }: Props) {
  const m = useMessages();
  // Asked once for all that came in: what is removed later only shortens the answer.
  const [firstIds] = useState(dataIds);
  const { data } = useQuery({
    queryKey: ['held', firstIds],
    queryFn: ({ signal }) => api.scenes.held([...firstIds], { signal }),
    enabled: firstIds.length > 0,
    retry: false,
  });
  const held = (data?.items ?? []).filter(({ dataid }) => dataIds.includes(dataid));
  if (held.length === 0) return null;
  const ids = [...new Set(held.map(({ dataid }) => dataid))];
  const orders = deliveries(held).map(({ ordername, expiresAt }) =>
    m.form.heldIn(ordername, formatTime(expiresAt)),
  );
  return (
    <Alert
      severity="info"
      sx={{ mb: 1.5 }}
      action={<Button onClick={() => onRemove(ids)}>{m.form.removeHeld}</Button>}
    >
      {m.form.held(ids.length, orders)}
    </Alert>
  );
}
