import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { uncover } from './freePlace';

/** When a message is looked at again, in milliseconds: what it belongs to may just be changing the page. */
const LOOKS = [0, 150, 500, 1200];

/**
 * A place beside the app for passing messages. An open modal dialog hides everything beside itself from screen readers;
 * this place frees itself again, so that what is said while a dialog is open is heard. A message that covers a control
 * moves to the nearest place where it covers none.
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
    let looks: ReturnType<typeof setTimeout>[] = [];
    const news = new MutationObserver(() => {
      looks.forEach(clearTimeout);
      looks = LOOKS.map((ms) => setTimeout(() => uncover(own), ms));
    });
    news.observe(own, { childList: true });
    setHost(own);
    return () => {
      free.disconnect();
      news.disconnect();
      looks.forEach(clearTimeout);
      own.remove();
    };
  }, []);
  return host === null ? null : createPortal(children, host);
}
