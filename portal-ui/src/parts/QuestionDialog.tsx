import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { ConfirmDialog } from '@scenedock/ui-kit';
import { useState } from 'react';
import type { Pending, Question } from './question';

/** A question may come from within the dialog of a scene, which stands at 4000. */
const ASK_Z = 4500;

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

/** A question with what it asks for. */
export default function QuestionDialog({
  pending,
  onDone,
}: {
  pending: Pending;
  onDone: () => void;
}) {
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
