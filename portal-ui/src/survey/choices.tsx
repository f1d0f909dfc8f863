import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { type Faults, useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import type { OneOf, OtherOf, SomeOf, SurveyDraft } from './surveyDraft';

interface QuestionProps {
  draft: SurveyDraft;
  faults: Faults;
  onChange: (changes: Partial<SurveyDraft>) => void;
  /** The field beside the choice "other". */
  other?: OtherOf;
}

interface FrameProps extends QuestionProps {
  question: OneOf | SomeOf;
  /** Whether "other" is among what was chosen. */
  asksOther: boolean;
  children: ReactNode;
}

function QuestionFrame(props: FrameProps) {
  const { question, asksOther, draft, faults, onChange, other, children } = props;
  const { survey: m } = useMessages();
  return (
    <FormControl component="fieldset" error={faults[question] !== undefined}>
      <FormLabel component="legend" sx={{ color: 'text.primary', mb: 0.5 }}>
        {m.questions[question]}
      </FormLabel>
      {children}
      {faults[question] !== undefined && (
        <FormHelperText sx={{ mx: 0 }}>{faults[question]}</FormHelperText>
      )}
      {other !== undefined && asksOther && (
        <TextField
          label={m.other}
          value={draft[other]}
          onChange={(event) => onChange({ [other]: event.target.value })}
          error={faults[other] !== undefined}
          helperText={faults[other]}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          required
          sx={{ mt: 1, maxWidth: 420 }}
        />
      )}
    </FormControl>
  );
}

/** A question of which one choice is the answer. */
export function OneChoice({ question, ...rest }: QuestionProps & { question: OneOf }) {
  const { survey: m } = useMessages();
  const { draft, onChange } = rest;
  return (
    <QuestionFrame question={question} asksOther={draft[question] === 'other'} {...rest}>
      <RadioGroup
        row
        aria-label={m.questions[question]}
        value={draft[question] ?? ''}
        onChange={(_, choice) => onChange({ [question]: choice })}
      >
        {Object.entries(m.choices[question]).map(([choice, name]) => (
          <FormControlLabel
            key={choice}
            value={choice}
            control={<Radio size="small" />}
            label={name}
          />
        ))}
      </RadioGroup>
    </QuestionFrame>
  );
}

/** A question of which any number of choices are the answer. */
export function SeveralChoices({ question, ...rest }: QuestionProps & { question: SomeOf }) {
  const { survey: m } = useMessages();
  const { draft, onChange } = rest;
  const ticked: readonly string[] = draft[question];
  const toggle = (choice: string) =>
    onChange({
      [question]: ticked.includes(choice)
        ? ticked.filter((one) => one !== choice)
        : [...ticked, choice],
    });
  return (
    <QuestionFrame question={question} asksOther={ticked.includes('other')} {...rest}>
      <FormGroup row>
        {Object.entries(m.choices[question]).map(([choice, name]) => (
          <FormControlLabel
            key={choice}
            control={
              <Checkbox
                size="small"
                checked={ticked.includes(choice)}
                onChange={() => toggle(choice)}
              />
            }
            label={name}
          />
        ))}
      </FormGroup>
    </QuestionFrame>
  );
}
