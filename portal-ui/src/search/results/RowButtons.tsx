import AddShoppingCart from '@mui/icons-material/AddShoppingCart';
import CheckCircle from '@mui/icons-material/CheckCircle';
import MyLocation from '@mui/icons-material/MyLocation';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { useMayOrder } from '../../session/useMayOrder';

type Named = Pick<Scene, 'dataid' | 'dataname' | 'wktresponse'>;

export function LocateButton({
  scene,
  onLocate,
}: {
  scene: Named;
  onLocate: (wkt: string) => void;
}) {
  const m = useMessages();
  const wkt = scene.wktresponse;
  return (
    <Tooltip title={wkt ? m.search.locate : m.scene.noFootprint} placement="left">
      <span>
        <IconButton
          aria-label={`${m.search.locate} ${scene.dataname}`}
          disabled={!wkt}
          onClick={() => onLocate(wkt ?? '')}
          sx={{ p: 0.5 }}
        >
          <MyLocation fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

type CartProps = { scene: Named; inCart: boolean; onAdd: (ids: string[]) => void };

export function CartButton({ scene, inCart, onAdd }: CartProps) {
  const m = useMessages();
  const mayOrder = useMayOrder();
  if (!mayOrder) return null;
  const name = inCart ? m.search.inCart : m.search.addToCart;
  return (
    <Tooltip title={name} placement="left">
      <span>
        <IconButton
          color="secondary"
          aria-label={`${name} ${scene.dataname}`}
          disabled={inCart}
          onClick={() => onAdd([scene.dataid])}
          sx={{ p: 0.5, '&.Mui-disabled': { color: 'success.main' } }}
        >
          {inCart ? <CheckCircle fontSize="small" /> : <AddShoppingCart fontSize="small" />}
        </IconButton>
      </span>
    </Tooltip>
  );
}
