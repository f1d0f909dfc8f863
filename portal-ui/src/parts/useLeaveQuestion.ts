import { type Leaves, useLeaveGuard } from '@scenedock/ui-kit';
import { useEffect, useRef } from 'react';
import { useAsk } from './confirm';

const nowhere: Leaves = () => false;

/**
 * Asks `question` before unsaved work is left behind: on links and Back, and, in the browser's own words, when the tab is
 * closed. A null question asks nothing within the portal. Answers the way to let go after saving.
 */
export function useLeaveQuestion(unsaved: boolean, question: string | null): () => void {
  const ask = useAsk();
  const guard = useLeaveGuard(unsaved, question === null ? nowhere : undefined);
  const { leaving, stay, leave, release } = guard;
  const asking = useRef(false);
  useEffect(() => {
    if (!leaving || question === null || asking.current) return;
    asking.current = true;
    void ask({ text: question, danger: true }).then((answer) => {
      asking.current = false;
      if (answer === null) stay();
      else leave();
    });
  }, [leaving, stay, leave, ask, question]);
  return release;
}
