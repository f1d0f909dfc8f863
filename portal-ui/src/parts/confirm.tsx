import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react';

export type Question = {
  text: string;
  title?: string;
  danger?: boolean;
  /** Asks for a text as well; it must not be empty. */
  input?: {
    label: string;
    needed: string;
    /** One line that begins with this text and has to pass a check, such as a number. */
    line?: { initial: string; isValid: (text: string) => boolean };
  };
  /** Asks for one of several; the first is chosen until another is. The answer is its value. */
  choice?: readonly { value: string; label: string }[];
};

export type Pending = Question & { answer: (value: string | null) => void };

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
