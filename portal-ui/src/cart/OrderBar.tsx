import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  ExportMenu,
  formatBytes,
  ORDER_TYPES,
  type OrderType,
  type Scene,
  tokens,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AddToOrderButton } from '../addTo/AddToOrder';
import { useNotice } from '../parts/notice';
import { bytesOf, catalogued, selectionText } from '../parts/selectionText';
import { keepSelection } from '../session/orderSelection';
import { oneKind, splitKinds } from './kinds';

type Props = {
  chosen: Scene[];
  busy: boolean;
  onRemove: () => void;
  /** Takes scenes out of what is chosen; they stay in the cart. */
  onDeselect: (dataIds: string[]) => void;
};

/** On phones what matters most fills its line. */
const GROW = { flex: { xs: '1 0 auto', sm: 'none' } } as const;

/** Ordering what is chosen: archive and product data apart, because they are orders of two kinds. */
function OrderButtons({ chosen, type }: { chosen: Scene[]; type: OrderType }) {
  const m = useMessages();
  const notice = useNotice();
  const navigate = useNavigate();
  const order = (scenes: Scene[]) => {
    if (scenes.length === 0) {
      notice(m.cart.needSelection, 'warning');
      return;
    }
    keepSelection(scenes.map((scene) => scene.dataid));
    navigate(`/order/create/${type}`);
  };
  const { archive, product } = splitKinds(chosen);
  if (archive.length === 0 || product.length === 0) {
    return (
      <Button variant="contained" size="large" sx={GROW} onClick={() => order(chosen)}>
        {m.cart.order}
      </Button>
    );
  }
  return (
    <>
      <Button variant="contained" size="large" sx={GROW} onClick={() => order(product)}>
        {m.cart.orderProduct(product.length)}
      </Button>
      <Button variant="outlined" size="large" sx={GROW} onClick={() => order(archive)}>
        {m.cart.orderArchive(archive.length)}
      </Button>
    </>
  );
}

function Remarks({ chosen }: { chosen: Scene[] }) {
  const m = useMessages();
  const { offlineAboveBytes } = useConfig();
  const { archive, product } = splitKinds(chosen);
  const mixed = archive.length > 0 && product.length > 0;
  // Each kind is an order of its own, and the limit is an order's.
  const offline = Math.max(bytesOf(archive), bytesOf(product)) > offlineAboveBytes;
  const texts = [
    ...(mixed ? [m.cart.kinds] : []),
    ...(offline ? [m.cart.offlineNote(formatBytes(offlineAboveBytes))] : []),
  ];
  return texts.map((text) => (
    <Alert key={text} severity="info" sx={{ mb: 1, py: 0 }}>
      {text}
    </Alert>
  ));
}

/** How many of the chosen scenes nobody can hand out yet, before they are ordered. */
function Catalogued({ chosen, onDeselect }: Pick<Props, 'chosen' | 'onDeselect'>) {
  const m = useMessages();
  const ids = catalogued(chosen).map((scene) => scene.dataid);
  if (ids.length === 0) return null;
  return (
    <Alert
      severity="warning"
      sx={{ mb: 1, py: 0 }}
      action={
        <Button color="inherit" onClick={() => onDeselect(ids)}>
          {m.cart.leaveOut(ids.length)}
        </Button>
      }
    >
      {m.cart.catalogueOnly(ids.length)}
    </Alert>
  );
}

/** What is chosen, how large it is, and what to do with it. */
export function OrderBar({ chosen, busy, onRemove, onDeselect }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const [type, setType] = useState<OrderType>(0);
  return (
    <Paper
      variant="outlined"
      sx={{ p: 1.5, position: 'sticky', bottom: 0, zIndex: 2, boxShadow: tokens.lift.bar }}
    >
      <Remarks chosen={chosen} />
      <Catalogued chosen={chosen} onDeselect={onDeselect} />
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography aria-live="polite" sx={{ flex: { xs: '1 0 100%', sm: 1 }, fontWeight: 600 }}>
          {selectionText(chosen, m)}
        </Typography>
        <Tooltip title={chosen.length === 0 ? m.cart.needSelection : ''}>
          <span>
            <Button color="error" disabled={chosen.length === 0} loading={busy} onClick={onRemove}>
              {m.cart.removeSelected}
            </Button>
          </span>
        </Tooltip>
        <AddToOrderButton
          size="large"
          dataIds={chosen.map((scene) => scene.dataid)}
          kind={oneKind(chosen)}
          onAdded={onRemove}
        />
        <ExportMenu
          size="large"
          target={{ dataIds: chosen.map((scene) => scene.dataid) }}
          notify={notice}
        />
        <TextField
          select
          label={m.cart.orderAs}
          value={type}
          onChange={(event) => setType(Number(event.target.value) as OrderType)}
          sx={{ minWidth: 150, flex: { xs: '1 0 100%', sm: 'none' } }}
        >
          {ORDER_TYPES.map((one) => (
            <MenuItem key={one} value={one}>
              {m.orderType[one]}
            </MenuItem>
          ))}
        </TextField>
        <OrderButtons chosen={chosen} type={type} />
      </Stack>
    </Paper>
  );
}
