import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { api, type Faults, fieldFaults, type SurveyAnswer, useMessages } from '@scenedock/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureText } from '../parts/failureText';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { OneChoice, SeveralChoices } from './choices';
import { type SurveyDraft, surveyFaults, UNANSWERED } from './surveyDraft';

/** What somebody says about the service (portal specification, section 2: satisfaction survey). */
export default function SurveyPage() {
  const { survey: m } = useMessages();
  const [thanked, setThanked] = useState(false);
  return (
    <Stack spacing={2} sx={{ maxWidth: 760 }}>
      <PageTitle parts={[m.link]} />
      <Typography variant="h1">{m.title}</Typography>
      {thanked ? (
        <Alert
          severity="success"
          action={
            <Button color="inherit" onClick={() => setThanked(false)}>
              {m.again}
            </Button>
          }
        >
          {m.thanks}
        </Alert>
      ) : (
        <SurveyForm onDone={() => setThanked(true)} />
      )}
    </Stack>
  );
}

function SurveyForm({ onDone }: { onDone: () => void }) {
  const { survey: m } = useMessages();
  const notice = useNotice();
  const [draft, setDraft] = useState<SurveyDraft>(UNANSWERED);
  const [faults, setFaults] = useState<Faults>({});
  const { mutate, isPending } = useMutation({
    mutationFn: (answer: SurveyAnswer) => api.survey.submit(answer),
    onSuccess: () => {
      notice(m.thanks);
      onDone();
    },
    onError: (failure) => {
      setFaults(fieldFaults(failure));
      notice(failureText(m.failed, failure), 'error', NOTIFICATION);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = surveyFaults(draft, m);
    setFaults(found);
    if (Object.keys(found).length === 0) mutate(draft as SurveyAnswer);
  };
  const change = (changes: Partial<SurveyDraft>) => setDraft({ ...draft, ...changes });
  const question = { draft, faults, onChange: change };
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit}>
      <Typography color="textSecondary">{m.intro}</Typography>
      <Panel title={m.link}>
        <Stack spacing={3}>
          <OneChoice question="occupation" other="otherOccupation" {...question} />
          <OneChoice question="frequency" {...question} />
          <OneChoice question="dataQuality" {...question} />
          <SeveralChoices question="problems" other="otherProblems" {...question} />
          <SeveralChoices
            question="customerServiceImprovements"
            other="otherCustomerServiceImprovements"
            {...question}
          />
          <OneChoice question="recommendationWillingness" {...question} />
          <TextField
            label={m.suggestions}
            value={draft.suggestions}
            onChange={(event) => change({ suggestions: event.target.value })}
            error={faults.suggestions !== undefined}
            helperText={faults.suggestions}
            slotProps={{ htmlInput: { maxLength: 2000 } }}
            multiline
            minRows={3}
            fullWidth
          />
        </Stack>
      </Panel>
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={isPending}
        sx={{ alignSelf: 'flex-start' }}
      >
        {m.submit}
      </Button>
    </Stack>
  );
}
