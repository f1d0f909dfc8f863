import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { DeliveryDialog, isOnlyWatched, type Order, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ContactButton } from '../../parts/ContactButton';
import { useMay } from '../../providers/useMe';
import { pickupSheetPath } from '../list/lists';
import type { PaperDraft } from '../papers';
import { PushButton } from '../pushes';
import { ActionButton } from './ActionButton';
import { ActionDialogs, type Step } from './ActionDialogs';
import { useActionButtons } from './useActionButtons';
import { useOrderActions } from './useOrderActions';

interface ActionBarProps {
  order: Order;
  papers: PaperDraft;
  /** After an audit or a deletion: the order is no longer this list's. */
  onLeave: () => void;
}

/** The buttons of an order: exactly what the server allows now, never what the client believes. */
export function ActionBar({ order, papers, onLeave }: ActionBarProps) {
  const m = useAdminMessages();
  const mayAudit = useMay('/order/audit');
  const [step, setStep] = useState<Step | null>(null);
  const [showDelivery, setShowDelivery] = useState(false);
  const actions = useOrderActions(order, papers);
  const buttons = useActionButtons(order, actions, setStep);
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={m.detail.actionBar}
      sx={{
        flexWrap: 'wrap',
        gap: 1,
        justifyContent: 'flex-end',
        '& .MuiButton-outlined': { bgcolor: 'background.paper' },
      }}
    >
      {order.expiresAt !== null && mayAudit && !isOnlyWatched(order) && (
        <DeliveryButtons order={order} onShow={() => setShowDelivery(true)} />
      )}
      <PushButton order={order} />
      {buttons.map((button) => (
        <ActionButton key={button.label} {...button} busy={actions.busy} />
      ))}
      {step && (
        <ActionDialogs
          order={order}
          step={step}
          actions={actions}
          onClose={() => setStep(null)}
          onLeave={onLeave}
        />
      )}
      {showDelivery && (
        <DeliveryDialog
          order={order}
          staff
          contact={<ContactButton />}
          onClose={() => setShowDelivery(false)}
        />
      )}
    </Stack>
  );
}

interface DeliveryButtonsProps {
  order: Order;
  onShow: () => void;
}

/** Where the data lies; for an offline copy also the sheet to sign. */
function DeliveryButtons({ order, onShow }: DeliveryButtonsProps) {
  const { delivery, detail, orders } = useMessages();
  return (
    <>
      <Button variant="outlined" onClick={onShow}>
        {order.getMethod === 0 ? delivery.open : orders.pickup}
      </Button>
      {order.getMethod === 2 && (
        <Button variant="outlined" component={Link} to={pickupSheetPath(order.id)}>
          {detail.pickupSheet}
        </Button>
      )}
    </>
  );
}
