import { ConfirmDialog } from '@scenedock/ui-kit';
import { useLeaveGuard } from './useLeaveGuard';

/** Asks whoever leaves the page while something is unsaved. */
export function LeaveQuestion({ unsaved, text }: { unsaved: boolean; text: string }) {
  const { leaving, stay, leave } = useLeaveGuard(unsaved);
  return leaving ? <ConfirmDialog text={text} danger onConfirm={leave} onCancel={stay} /> : null;
}
