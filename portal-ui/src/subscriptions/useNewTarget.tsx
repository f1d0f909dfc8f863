import type { PushTarget } from '@scenedock/ui-kit';
import { type ReactNode, useState } from 'react';
import { TargetDialog } from './TargetDialog';

type NewTarget = {
  /** Opens the dialog that makes one. */
  add: () => void;
  /** That dialog: beside the form that asks for a target and never within it, for what it sends must not send that form too. */
  dialog: ReactNode;
};

/** Makes a target without leaving the form that asks for one. */
export function useNewTarget(onMade: (target: PushTarget) => void): NewTarget {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = isOpen ? (
    <TargetDialog target={null} onSaved={onMade} onClose={() => setIsOpen(false)} />
  ) : null;
  return { add: () => setIsOpen(true), dialog };
}
