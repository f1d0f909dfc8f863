import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type Order, type OrderAction, useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { DeliveryDialog } from '../dialogs/DeliveryDialog';
import type { PaperDraft } from '../papers';
import { ActionDialogs, type Step } from './ActionDialogs';
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
  const [step, setStep] = useState<Step | null>(null);
  const [showDelivery, setShowDelivery] = useState(false);
  const actions = useOrderActions(order, papers);
  const buttons = useButtons(order, actions, setStep);
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
      {order.sstatus === 6 && order.getMethod === 0 && (
        <DeliveryButton onClick={() => setShowDelivery(true)} />
      )}
      {buttons}
      {step && (
        <ActionDialogs
          order={order}
          step={step}
          actions={actions}
          onClose={() => setStep(null)}
          onLeave={onLeave}
        />
      )}
      {showDelivery && <DeliveryDialog order={order} onClose={() => setShowDelivery(false)} />}
    </Stack>
  );
}

function DeliveryButton({ onClick }: { onClick: () => void }) {
  const { delivery } = useMessages();
  return (
    <Button variant="outlined" onClick={onClick}>
      {delivery.open}
    </Button>
  );
}

type Look = { variant: 'contained' | 'outlined'; color?: 'error' | 'warning' };

const MAIN: Look = { variant: 'contained' };
const SIDE: Look = { variant: 'outlined' };
const HARD: Look = { variant: 'outlined', color: 'error' };

function useButtons(
  order: Order,
  actions: ReturnType<typeof useOrderActions>,
  open: (step: Step) => void,
): ReactNode[] {
  const { action: a } = useAdminMessages();
  const { detail, common } = useMessages();
  const anyFailed = order.dataPercent?.failed > 0;
  const complete = () => {
    if (actions.checkPapers()) {
      open('complete');
    }
  };
  const rows: [OrderAction, string, Look, () => void, boolean?][] = [
    ['delete', common.delete, HARD, () => open('delete')],
    ['cancel_preparation', a.cancelPreparation, HARD, () => open('cancel')],
    ['reextract', detail.reextractAll, SIDE, () => open('reextractAll')],
    ['reextract', detail.reextractFailedOnly, SIDE, () => open('reextractFailed'), anyFailed],
    ['continue_without_failed', a.continueWithoutFailed, SIDE, () => open('continue')],
    ['reject', a.reject, HARD, () => open('reject')],
    ['approve', a.approve, MAIN, () => open('approve')],
    [
      'mark_overdue',
      a.markOverdue,
      { variant: 'outlined', color: 'warning' },
      () => open('overdue'),
    ],
    ['save_draft', a.saveDraft, SIDE, () => void actions.saveDraft()],
    ['complete', a.complete, MAIN, complete],
    ['reopen', a.reopen, MAIN, () => open('reopen')],
  ];
  return rows
    .filter(([action, , , , shown = true]) => shown && order.actions.includes(action))
    .map(([, label, look, onClick]) => (
      <Button key={label} {...look} onClick={onClick} disabled={actions.busy}>
        {label}
      </Button>
    ));
}
