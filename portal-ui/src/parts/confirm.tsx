import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMessages } from '@scenedock/ui-kit';
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
  value: string;
  onChange: (value: string) => void;
};

function Choice({ options, value, onChange }: ChoiceProps) {
  return (
    <Stack role="radiogroup" aria-labelledby="ask-text" sx={{ mt: 1.5, gap: 1 }}>
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
  const m = useMessages();
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
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={() => answer(null)}
      aria-labelledby="ask-title"
      sx={{ zIndex: ASK_Z }}
    >
      <DialogTitle id="ask-title">{pending.title ?? m.common.prompt}</DialogTitle>
      <DialogContent>
        {pending.text === '' ? null : (
          <DialogContentText id="ask-text">{pending.text}</DialogContentText>
        )}
        {pending.choice === undefined ? null : (
          <Choice options={pending.choice} value={value} onChange={setValue} />
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
      </DialogContent>
      <DialogActions>
        <Button onClick={() => answer(null)}>{m.common.cancel}</Button>
        <Button
          variant="contained"
          color={pending.danger ? 'error' : 'primary'}
          autoFocus={pending.input === undefined}
          onClick={accept}
        >
          {m.common.confirm}
        </Button>
      </DialogActions>
    </Dialog>
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
