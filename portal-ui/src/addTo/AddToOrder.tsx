import PlaylistAdd from '@mui/icons-material/PlaylistAdd';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  Clamped,
  EmptyState,
  errorText,
  holds,
  type Order,
  QueryResult,
  StateChip,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type DataKind, dataKind } from '../cart/kinds';
import { useNotice } from '../parts/notice';
import { useSession } from '../session/session';

/** Above the dialog of a scene, which stands at 4000. */
const DIALOG_Z = 4400;

/** Orders that may still be changed are few; more than these nobody looks through. */
const MAX_ORDERS = 50;

type DialogProps = {
  dataIds: string[];
  /** What all of them are, where that is known: only orders of that kind take them. */
  kind: DataKind | null;
  onClose: () => void;
  /** Called with the order that holds them now. */
  onAdded?: (order: Order) => void;
};

function useAdd({ dataIds, onClose, onAdded }: DialogProps) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) => api.orders.addScenes(order.id, dataIds),
    onSuccess: ({ added, order }) => {
      const { ordername } = order;
      if (added === 0) notice(m.addTo.nothing(ordername), 'info');
      else notice(m.addTo.added(added, ordername));
      void client.invalidateQueries({ queryKey: ['orders'] });
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === order.id });
      onAdded?.(order);
      onClose();
    },
    onError: (error) => notice(errorText(error, m.addTo.failed), 'error'),
  });
}

type RowProps = { order: Order; busy: boolean; onPick: () => void };

function OrderRow({ order, busy, onPick }: RowProps) {
  const m = useMessages();
  return (
    <ListItem divider disableGutters sx={{ gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {order.ordername}
          </Typography>
          <StateChip status={order.sstatus} cancelledBy={order.cancelledBy} />
        </Stack>
        <Typography variant="body2" color="textSecondary" component="div">
          <Clamped
            text={[order.productName, m.addTo.held(order.dataCount)].filter(Boolean).join(' · ')}
          />
        </Typography>
      </Box>
      <Button
        variant="outlined"
        disabled={busy}
        aria-label={`${m.addTo.button} ${order.ordername}`}
        onClick={onPick}
      >
        {m.addTo.button}
      </Button>
    </ListItem>
  );
}

/** Chooses one of the person's drafts and rejected orders, and adds scenes to it. */
export function AddToOrderDialog(props: DialogProps) {
  const m = useMessages();
  const id = useId();
  const request = { status: '-1,2', page: 1, pageSize: MAX_ORDERS };
  const query = useQuery({
    queryKey: ['orders', 'changeable', request],
    queryFn: ({ signal }) => api.orders.list(request, { signal }),
    staleTime: 0,
  });
  const { mutate, isPending } = useAdd(props);
  const orders = query.data?.items.filter(
    (order) => props.kind === null || dataKind(order.dataType) === props.kind,
  );
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={props.onClose}
      aria-labelledby={id}
      sx={{ zIndex: DIALOG_Z }}
    >
      <DialogTitle id={id}>{m.addTo.title}</DialogTitle>
      <DialogContent dividers>
        <Typography variant="body2" color="textSecondary">
          {m.addTo.hint(props.dataIds.length)}
        </Typography>
        <QueryResult
          query={{ ...query, data: orders }}
          empty={<EmptyState title={m.addTo.none} hint={m.addTo.noneHint(props.kind)} />}
        >
          {(fitting) => (
            <List disablePadding>
              {fitting.map((order) => (
                <OrderRow
                  key={order.id}
                  order={order}
                  busy={isPending}
                  onPick={() => mutate(order)}
                />
              ))}
            </List>
          )}
        </QueryResult>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{m.common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

type ButtonProps = Omit<DialogProps, 'onClose'> & { size?: 'medium' | 'large' };

/** Opens the choice of orders; for applicants only. */
export function AddToOrderButton({ dataIds, kind, onAdded, size = 'medium' }: ButtonProps) {
  const m = useMessages();
  const { me } = useSession();
  const [open, setOpen] = useState(false);
  if (!holds(me, '/order/create')) return null;
  return (
    <>
      <Button
        variant="outlined"
        size={size}
        startIcon={<PlaylistAdd />}
        disabled={dataIds.length === 0}
        onClick={() => setOpen(true)}
      >
        {m.addTo.button}
      </Button>
      {open ? (
        <AddToOrderDialog
          dataIds={dataIds}
          kind={kind}
          onClose={() => setOpen(false)}
          {...(onAdded === undefined ? {} : { onAdded })}
        />
      ) : null}
    </>
  );
}
