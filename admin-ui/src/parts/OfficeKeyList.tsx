import { KeyList } from '@scenedock/ui-kit';
import type { ComponentProps } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Keys of the back office: those of the page first, and those that do the same everywhere. */
export function OfficeKeyList({ keys, ...rest }: Omit<ComponentProps<typeof KeyList>, 'hint'>) {
  const { desk, palette: m } = useAdminMessages();
  const everywhere = [
    ['Ctrl K / Cmd K', m.open],
    ['↑ ↓ Enter', m.keyNames.choose],
    ['Esc', m.keyNames.close],
    ['?', m.keyNames.help],
  ] as const;
  return <KeyList keys={[...keys, ...everywhere]} hint={desk.keysHint} {...rest} />;
}
