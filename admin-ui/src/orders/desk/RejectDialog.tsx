import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { DICTIONARY, FormDialog, office, useLocale, wordText } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';

/** What rejections mostly say. */
export const phrasesQuery = {
  queryKey: [...DICTIONARY, 'phrases'],
  queryFn: ({ signal }: { signal: AbortSignal }) => office.auditDesk.phrases({ signal }),
  staleTime: 300_000,
};

/** Phrases that a digit chooses. */
const DIGITS = 9;

/** Adds a phrase as a line of its own, or takes it out again. */
export function togglePhrase(text: string, phrase: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.includes(phrase)
    ? lines.filter((line) => line !== phrase).join('\n')
    : [...lines, phrase].join('\n');
}

interface RejectDialogProps {
  /** How many orders are rejected with the same reason. */
  count: number;
  name: string;
  busy: boolean;
  /** The cause as it begins. */
  initial: string;
  /** Why it cannot be sent any more. */
  blocked: string | undefined;
  /** Why the last try was not taken. */
  refusal: string | null;
  onConfirm: (cause: string) => void;
  onCancel: () => void;
}

/** Why an order is rejected: a phrase by its digit, words of one's own, or both. */
export function RejectDialog(props: RejectDialogProps) {
  const { count, name, initial, busy, refusal, blocked, onConfirm, onCancel } = props;
  const { desk: m } = useAdminMessages();
  const { data } = useQuery(phrasesQuery);
  const { locale } = useLocale();
  const phrases = data?.items.map((word) => wordText(word, locale)) ?? [];
  const [cause, setCause] = useState(initial);
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const blank = cause.trim() === '';
  const choose = (phrase: string) => {
    setCause((now) => togglePhrase(now, phrase));
    // Then Enter sends it.
    box.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const phrase = phrases[Number(event.key) - 1];
    const writes = event.target instanceof HTMLTextAreaElement;
    if (writes || phrase === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(phrase);
  };
  return (
    <FormDialog
      title={count === 1 ? `${m.rejectTitle} ${name}` : m.rejectTitleMany(count)}
      confirm={m.reject}
      wide
      destructive
      busy={busy}
      refusal={refusal}
      blocked={blocked}
      onKeyDown={onKeyDown}
      onSubmit={() => {
        setTried(true);
        if (!blank) onConfirm(cause.trim());
      }}
      onClose={onCancel}
    >
      <Box ref={box}>
        <Typography variant="body2" color="textSecondary">
          {m.phrasesHint}
        </Typography>
        <Phrases phrases={phrases} cause={cause} onChoose={choose} />
        <TextField
          label={m.cause}
          value={cause}
          onChange={(event) => setCause(event.target.value)}
          error={tried && blank}
          helperText={tried && blank ? m.causeNeeded : ' '}
          multiline
          minRows={3}
          fullWidth
          required
          sx={{ mt: 1 }}
        />
      </Box>
    </FormDialog>
  );
}

const PHRASE = { width: '100%', gap: 1.5, textAlign: 'left', alignItems: 'baseline' } as const;

interface PhrasesProps {
  phrases: readonly string[];
  cause: string;
  onChoose: (phrase: string) => void;
}

function Phrases({ phrases, cause, onChoose }: PhrasesProps) {
  const { desk: m } = useAdminMessages();
  const lines = cause.split('\n');
  return (
    <Box role="group" aria-label={m.phrases} sx={{ maxHeight: '40vh', overflow: 'auto', my: 1 }}>
      {phrases.map((phrase, index) => (
        <ListItemButton
          key={phrase}
          component="button"
          type="button"
          dense
          autoFocus={index === 0}
          aria-pressed={lines.includes(phrase)}
          selected={lines.includes(phrase)}
          onClick={() => onChoose(phrase)}
          sx={{ ...PHRASE, typography: 'body2' }}
        >
          <Box component="span" aria-hidden sx={{ minWidth: 12, color: 'text.secondary' }}>
            {index < DIGITS ? index + 1 : ''}
          </Box>
          {phrase}
        </ListItemButton>
      ))}
    </Box>
  );
}
