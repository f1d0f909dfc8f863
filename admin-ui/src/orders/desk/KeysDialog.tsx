import { useAdminMessages } from '../../i18n/useAdminMessages';
import { OfficeKeyList } from '../../parts/OfficeKeyList';

/** Every key of the desk. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { desk: m } = useAdminMessages();
  const { keyNames: names } = m;
  const keys = [
    ['J K', names.move],
    ['1 – 4', names.papers],
    ['A', names.approve],
    ['R', names.reject],
    ['U', names.undo],
    ['X', names.tick],
  ] as const;
  return <OfficeKeyList title={m.keysTitle} keys={keys} onClose={onClose} />;
}
