import { useEffect } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Where react-admin's `Title` of the page stands. */
export const PAGE_TITLE = 'react-admin-title';

/** Says in the tab of the browser what the bar says: the page, the list, the order. */
export function DocumentTitle() {
  const m = useAdminMessages();
  useEffect(() => {
    const element = document.getElementById(PAGE_TITLE);
    const updateTitle = () => {
      const page = element?.textContent?.trim() ?? '';
      document.title = [page, m.title].filter((part) => part !== '').join(' - ');
    };
    updateTitle();
    if (element === null) return;
    const watch = new MutationObserver(updateTitle);
    watch.observe(element, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [m.title]);
  return null;
}
