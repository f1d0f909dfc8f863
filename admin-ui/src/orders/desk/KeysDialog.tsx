import { useAdminMessages } from '../../i18n/useAdminMessages';
import { KeyList } from '../../parts/KeyList';

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
  return <KeyList title={m.keysTitle} keys={keys} onClose={onClose} />;
}
