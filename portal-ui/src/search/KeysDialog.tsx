import { KeyList, useMessages } from '@scenedock/ui-kit';

const KEYS = [
  ['/', 'text'],
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['Space', 'select'],
  ['Esc', 'leave'],
  ['?', 'help'],
] as const;

/** The keys of the search page. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { keys: m } = useMessages().find;
  const keys = KEYS.map(([key, name]) => [key, m[name]] as const);
  return <KeyList title={m.title} keys={keys} onClose={onClose} />;
}
