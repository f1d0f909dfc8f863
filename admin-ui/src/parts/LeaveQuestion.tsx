import { ConfirmDialog, type Leaves, useLeaveGuard } from '@scenedock/ui-kit';

interface LeaveQuestionProps {
  unsaved: boolean;
  text: string;
  /** What leaves it; without this, another page does. */
  leaves?: Leaves;
}

/** Asks whoever leaves the page while something is unsaved. */
export function LeaveQuestion({ unsaved, text, leaves }: LeaveQuestionProps) {
  const { leaving, stay, leave } = useLeaveGuard(unsaved, leaves);
  return leaving ? <ConfirmDialog text={text} danger onConfirm={leave} onCancel={stay} /> : null;
}
