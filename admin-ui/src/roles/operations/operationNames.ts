import type { GuardedOperation } from '@scenedock/ui-kit';

/** What every operation that needs a permission is called: as the button that makes the call, or as what it lets see. */
export type OperationNames = Readonly<Record<GuardedOperation, string>>;
