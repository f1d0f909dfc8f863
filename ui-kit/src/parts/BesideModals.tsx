import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * A place beside the app for passing messages. An open modal dialog hides everything beside itself from screen readers;
 * this place frees itself again, so that what is said while a dialog is open is heard.
 */
export function BesideModals({ children }: { children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const own = document.createElement('div');
    document.body.append(own);
    // Dialogs hide what is there when they open, and those that open later hide it once more.
    const free = new MutationObserver(() => {
      if (own.hasAttribute('aria-hidden')) own.removeAttribute('aria-hidden');
    });
    free.observe(own, { attributeFilter: ['aria-hidden'] });
    setHost(own);
    return () => {
      free.disconnect();
      own.remove();
    };
  }, []);
  return host === null ? null : createPortal(children, host);
}
