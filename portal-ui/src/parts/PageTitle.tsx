import { useConfig } from '@scenedock/ui-kit';
import { useEffect } from 'react';

/** What the tab of the browser says: where one is, the nearest first, and of which system. */
export function PageTitle({ parts }: { parts: readonly (string | null | undefined)[] }) {
  const { sysName } = useConfig();
  const title = [...parts, sysName].filter(Boolean).join(' - ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
