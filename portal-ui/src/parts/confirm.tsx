import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { ConfirmDialog } from '@scenedock/ui-kit';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

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

type ChoiceProps = {
  options: NonNullable<Question['choice']>;
  label: string;
  value: string;
  onChange: (value: string) => void;
};

function Choice({ options, label, value, onChange }: ChoiceProps) {
  return (
    <Stack role="radiogroup" aria-label={label} sx={{ mt: 1.5, gap: 1 }}>
      {options.map((option) => (
        <label key={option.value} style={{ display: 'flex', gap: 8, alignItems: 'baseline' }}>
          <input
            type="radio"
            name="ask-choice"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </Stack>
  );
}

type Pending = Question & { answer: (value: string | null) => void };

/** Answers null for "no", else the text that was asked for (empty when none was). */
export type Ask = (question: Question) => Promise<string | null>;

/** A question may come from within the dialog of a scene, which stands at 4000. */
const ASK_Z = 4500;

const Context = createContext<Ask>(() => Promise.resolve(null));

function QuestionDialog({ pending, onDone }: { pending: Pending; onDone: () => void }) {
  const line = pending.input?.line;
  const [value, setValue] = useState(line?.initial ?? pending.choice?.[0]?.value ?? '');
  const [tried, setTried] = useState(false);
  const isValid = line?.isValid ?? ((text: string) => text !== '');
  const missing = pending.input !== undefined && !isValid(value.trim());
  const answer = (text: string | null) => {
    pending.answer(text);
    onDone();
  };
  const accept = () => (missing ? setTried(true) : answer(value.trim()));
  return (
    <ConfirmDialog
      text={pending.text}
      title={pending.title}
      danger={pending.danger ?? false}
      focusConfirm={pending.input === undefined}
      zIndex={ASK_Z}
      onConfirm={accept}
      onCancel={() => answer(null)}
    >
      {pending.choice === undefined ? null : (
        <Choice options={pending.choice} label={pending.text} value={value} onChange={setValue} />
      )}
      {pending.input === undefined ? null : (
        <TextField
          autoFocus
          fullWidth
          multiline={line === undefined}
          minRows={line === undefined ? 3 : undefined}
          margin="dense"
          label={pending.input.label}
          value={value}
          error={tried && missing}
          helperText={tried && missing ? pending.input.needed : ' '}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}

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
        <QuestionDialog pending={pending} onDone={() => setPending(null)} />
      )}
    </Context.Provider>
  );
}

/** Asks the person before something is done. */
export function useAsk(): Ask {
  return useContext(Context);
}
