import AddShoppingCart from '@mui/icons-material/AddShoppingCart';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';
import { useCartIntent } from '../session/useCartIntent';
import { useMayOrder } from '../session/useMayOrder';

/** Puts a scene into the cart; says so when it is there already. */
export function SceneCartButton({ dataId }: { dataId: string }) {
  const m = useMessages();
  const { ids, add, busy } = useCartIntent();
  const mayOrder = useMayOrder();
  const held = ids.has(dataId);
  if (!mayOrder) return null;
  return (
    <Button
      variant="contained"
      startIcon={held ? <CheckCircle /> : <AddShoppingCart />}
      disabled={held}
      loading={busy}
      loadingPosition="start"
      onClick={() => add([dataId])}
    >
      {held ? m.search.inCart : m.search.addToCart}
    </Button>
  );
}
