import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { ORDER_TYPES, type OrderType, useMessages } from '@scenedock/ui-kit';
import { useNavigate } from 'react-router';

/** The three kinds of order; what was filled in stays when another is chosen. */
export function KindTabs({ type }: { type: OrderType }) {
  const m = useMessages();
  const navigate = useNavigate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label={m.order.type}
      value={type}
      onChange={(_, next: OrderType | null) => {
        if (next !== null) navigate(`/order/create/${next}`, { replace: true });
      }}
      sx={{ bgcolor: 'background.paper', flexWrap: 'wrap' }}
    >
      {ORDER_TYPES.map((one) => (
        <ToggleButton key={one} value={one} sx={{ textTransform: 'none', px: 1.5 }}>
          {m.orderType[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
