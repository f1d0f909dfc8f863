import { api, ConfirmDialog, type Order, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ReasonDialog } from '../../parts/ReasonDialog';
import { useOrderCall } from './useOrderCall';

/** Asks why an order is an emergency, or whether it shall be none any more, and says so to the server. */
export function SetEmergency({ order, onClose }: { order: Order; onClose: () => void }) {
  const { common, orderAction } = useMessages();
  const { detail, dialog } = useAdminMessages();
  const { run, busy, refusal } = useOrderCall();
  // The question stays the one that was opened, whoever changes the order meanwhile.
  const [becomesOne] = useState(order.emergency === null);
  const set = async (cause: string) => {
    const texts = { ok: common.success, failed: common.failure, inPlace: true };
    const call = () => api.orders.setEmergency(order.id, becomesOne, cause);
    if ((await run(call, texts)) === 'accepted') onClose();
  };
  return becomesOne ? (
    <ReasonDialog
      title={orderAction.set_emergency}
      label={dialog.emergencyCause}
      needed={dialog.emergencyNeeded}
      hint={dialog.emergencyHint}
      busy={busy}
      refusal={refusal}
      onConfirm={(cause) => void set(cause)}
      onCancel={onClose}
    />
  ) : (
    <ConfirmDialog
      title={detail.endEmergency}
      text={dialog.endEmergencyConfirm}
      busy={busy}
      refusal={refusal}
      onConfirm={() => void set('')}
      onCancel={onClose}
    />
  );
}
