import { type AccountStatus, ToneChip } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

const TONES = {
  active: 'success',
  waiting: 'warning',
  disabled: 'neutral',
  refused: 'danger',
} as const;

/** Whether a person may sign in, and why not. */
export function AccountChip({ status }: { status: AccountStatus }) {
  const { users } = useAdminMessages();
  return <ToneChip tone={TONES[status]} label={users.statuses[status]} />;
}
