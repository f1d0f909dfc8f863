import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TablePagination from '@mui/material/TablePagination';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  ErrorState,
  formatBytes,
  Loading,
  ORDER_TYPES,
  type OrderType,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../parts/confirm';
import { useNotice } from '../parts/notice';
import { useConfig } from '../parts/useConfig';
import { SceneDialog } from '../scene/SceneDialog';
import { keepSelection } from '../session/orderSelection';
import { useCart, useCartChange } from '../session/useCart';
import { CartTable } from './CartTable';

const PAGE_SIZE = 50;

function Nothing() {
  const m = useMessages();
  return (
    <Paper variant="outlined">
      <EmptyState
        title={m.cart.empty}
        hint={m.cart.emptyHint}
        action={
          <Button component={Link} to="/search" variant="contained">
            {m.cart.goSearch}
          </Button>
        }
      />
    </Paper>
  );
}

type BarProps = { chosen: Scene[]; onRemove: () => void };

/** What is chosen, how large it is, and what to do with it. */
function OrderBar({ chosen, onRemove }: BarProps) {
  const m = useMessages();
  const notice = useNotice();
  const navigate = useNavigate();
  const { offlineAboveBytes } = useConfig();
  const [type, setType] = useState<OrderType>(0);
  const bytes = chosen.reduce((sum, scene) => sum + scene.datasize, 0);
  const order = () => {
    if (chosen.length === 0) {
      notice(m.cart.needSelection, 'warning');
      return;
    }
    keepSelection(chosen.map((scene) => scene.dataid));
    navigate(`/order/create/${type}`);
  };
  return (
    <Paper
      variant="outlined"
      sx={{ p: 1.5, position: 'sticky', bottom: 0, zIndex: 2, boxShadow: '0 -4px 12px #0b4a6f14' }}
    >
      {bytes > offlineAboveBytes ? (
        <Alert severity="info" sx={{ mb: 1, py: 0 }}>
          {m.cart.offlineNote(formatBytes(offlineAboveBytes))}
        </Alert>
      ) : null}
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography aria-live="polite" sx={{ flex: { xs: '1 0 100%', sm: 1 }, fontWeight: 600 }}>
          {m.cart.summary(chosen.length, formatBytes(bytes))}
        </Typography>
        <Button color="error" disabled={chosen.length === 0} onClick={onRemove}>
          {m.cart.removeSelected}
        </Button>
        <TextField
          select
          label={m.cart.orderAs}
          value={type}
          onChange={(event) => setType(Number(event.target.value) as OrderType)}
          sx={{ minWidth: 150, flex: { xs: 1, sm: 'none' } }}
        >
          {ORDER_TYPES.map((one) => (
            <MenuItem key={one} value={one}>
              {m.orderType[one]}
            </MenuItem>
          ))}
        </TextField>
        <Button variant="contained" size="large" onClick={order}>
          {m.cart.order}
        </Button>
      </Stack>
    </Paper>
  );
}

function CartContent({ scenes }: { scenes: Scene[] }) {
  const m = useMessages();
  const ask = useAsk();
  const { remove } = useCartChange();
  const [params, setParams] = useSearchParams();
  // Deselected rather than selected ones are kept: what comes into the cart is chosen until somebody says no.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const pages = Math.ceil(scenes.length / PAGE_SIZE);
  const page = Math.min(Math.max(Number(params.get('page')) || 1, 1), pages) - 1;
  const shown = scenes.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const chosen = scenes.filter((scene) => !left.has(scene.dataid));
  const open = params.get('scene');
  const show = (scene: string | null) =>
    setParams((old) => {
      if (scene === null) old.delete('scene');
      else old.set('scene', scene);
      return old;
    });
  const toggle = (ids: string[], on: boolean) =>
    setLeft((old) => {
      const next = new Set(old);
      for (const id of ids) {
        if (on) next.delete(id);
        else next.add(id);
      }
      return next;
    });
  const removeAll = async (ids: string[]) => {
    const yes = await ask({ text: m.cart.confirmRemove(ids.length), danger: true });
    if (yes !== null) remove.mutate(ids);
  };
  return (
    <Stack spacing={1.5}>
      <Paper variant="outlined">
        <CartTable
          scenes={shown}
          left={left}
          onToggle={toggle}
          onOpen={show}
          onRemove={(id) => remove.mutate([id])}
        />
        {pages > 1 ? (
          <TablePagination
            component="div"
            count={scenes.length}
            page={page}
            rowsPerPage={PAGE_SIZE}
            rowsPerPageOptions={[PAGE_SIZE]}
            onPageChange={(_, next) => setParams({ page: String(next + 1) })}
          />
        ) : null}
      </Paper>
      <OrderBar chosen={chosen} onRemove={() => removeAll(chosen.map((one) => one.dataid))} />
      {open === null ? null : <SceneDialog dataId={open} onClose={() => show(null)} />}
    </Stack>
  );
}

export default function CartPage() {
  const m = useMessages();
  const { query, scenes } = useCart();
  return (
    <Box>
      <Typography variant="h1" sx={{ mb: 2 }}>
        {m.cart.title}
      </Typography>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Loading />
      ) : scenes.length === 0 ? (
        <Nothing />
      ) : (
        <CartContent scenes={scenes} />
      )}
    </Box>
  );
}
