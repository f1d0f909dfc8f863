import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TablePagination from '@mui/material/TablePagination';
import Typography from '@mui/material/Typography';
import { EmptyState, ErrorState, Loading, type Scene, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAsk } from '../parts/confirm';
import { SceneDialog } from '../scene/SceneDialog';
import { useCart, useCartChange } from '../session/useCart';
import { CartTable } from './CartTable';
import { OrderBar } from './OrderBar';

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
