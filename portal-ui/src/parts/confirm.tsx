import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react';
import type { Pending, Question } from './question';

/** Answers null for "no", else the text that was asked for (empty when none was). */
export type Ask = (question: Question) => Promise<string | null>;

const QuestionDialog = lazy(() => import('./QuestionDialog'));

const Context = createContext<Ask>(() => Promise.resolve(null));

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<Pending | null>(null);
  const ask = useCallback<Ask>(
    (question) => new Promise((answer) => setPending({ ...question, answer })),
    [],
  );
  return (
    <Context.Provider value={ask}>
      {children}
      {pending === null ? null : (
        <Suspense>
          <QuestionDialog pending={pending} onDone={() => setPending(null)} />
        </Suspense>
      )}
    </Context.Provider>
  );
}

/** Asks the person before something is done. */
export function useAsk(): Ask {
  return useContext(Context);
}
