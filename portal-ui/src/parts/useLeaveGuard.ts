import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useAsk } from './confirm';

/**
 * Asks `question` before unsaved work is left behind: on links and Back, and, in the browser's own words, when the tab is
 * closed. A null question asks nothing within the portal. Answers the way to let go after saving.
 */
export function useLeaveGuard(unsaved: boolean, question: string | null): () => void {
  const ask = useAsk();
  const released = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      question !== null &&
      !released.current &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  const asking = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked' || question === null || asking.current) return;
    asking.current = true;
    void ask({ text: question, danger: true }).then((answer) => {
      asking.current = false;
      if (answer === null) blocker.reset();
      else blocker.proceed();
    });
  }, [blocker, ask, question]);
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
  return useCallback(() => {
    released.current = true;
  }, []);
}
