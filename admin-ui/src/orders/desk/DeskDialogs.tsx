import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ApproveDialog } from '../actions/ApproveDialog';
import { KeysDialog } from './KeysDialog';
import { RejectDialog } from './RejectDialog';
import type { DeskActions } from './useDeskActions';

/** What is asked before something is decided, and the list of keys. */
export function DeskDialogs({ actions }: { actions: DeskActions }) {
  const { desk: m } = useAdminMessages();
  const { dialog, close, confirm, decisions, nameOf } = actions;
  if (dialog === null) return null;
  if (dialog.kind === 'keys') return <KeysDialog onClose={close} />;
  if (dialog.kind === 'approve') {
    const { atDesk, order } = dialog;
    return (
      <ApproveDialog
        order={order}
        busy={decisions.busy}
        onConfirm={(choice) => void confirm.approve(atDesk, choice)}
        onCancel={close}
      />
    );
  }
  const why = decisions.undecided.map((one) => m.notDecided(one.name, one.why)).join('\n');
  // What is in the queue by now has not been read: it is asked about anew.
  const isOutdated = dialog.tried && decisions.undecided.some((one) => one.isOutdated);
  return (
    <RejectDialog
      initial={dialog.cause}
      blocked={isOutdated ? m.lookAgain : undefined}
      count={dialog.orders.length}
      name={nameOf(dialog.orders[0]?.id ?? '')}
      busy={decisions.busy}
      refusal={dialog.tried && why !== '' ? why : null}
      onConfirm={(cause) => void confirm.reject(dialog.orders, cause)}
      onCancel={close}
    />
  );
}
