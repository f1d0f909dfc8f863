/** What a person is asked before something is done. */
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

/** A question that waits for its answer; null is "no". */
export type Pending = Question & { answer: (value: string | null) => void };
