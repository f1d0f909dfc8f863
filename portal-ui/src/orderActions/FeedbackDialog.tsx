import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  api,
  errorText,
  type Feedback,
  type Order,
  type Rating,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotice } from '../parts/notice';

const ASPECTS = ['appraise', 'responseSpeed', 'serviceAttitude'] as const;

type Aspect = (typeof ASPECTS)[number];

type Ratings = Record<Aspect, Rating | null>;

/** The form offers four of the five ratings; the fifth exists in older orders. */
const OFFERED: readonly Rating[] = [0, 1, 2, 3];

function AspectField(props: {
  aspect: Aspect;
  value: Rating | null;
  readOnly: boolean;
  onChange: (rating: Rating) => void;
}) {
  const m = useMessages();
  const id = useId();
  const offered = props.value === 4 ? [...OFFERED, 4 as const] : OFFERED;
  return (
    <FormControl disabled={props.readOnly} required={!props.readOnly}>
      <FormLabel id={id}>{m.order[props.aspect]}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(Number(event.target.value) as Rating)}
      >
        {offered.map((rating) => (
          <FormControlLabel
            key={rating}
            value={rating}
            control={<Radio />}
            label={m.rating[rating]}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

function complete({ appraise, responseSpeed, serviceAttitude }: Ratings, text: string) {
  if (appraise === null || responseSpeed === null || serviceAttitude === null) return null;
  return { appraise, responseSpeed, serviceAttitude, feedBack: text.trim() } satisfies Feedback;
}

type Props = { order: Order; onClose: () => void };

/** Giving feedback on a completed order, or reading it on one that has it. */
export function FeedbackDialog({ order, onClose }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const readOnly = !order.actions.includes('give_feedback');
  const [text, setText] = useState(order.feedBack ?? '');
  const [ratings, setRatings] = useState<Ratings>({
    appraise: order.appraise ?? null,
    responseSpeed: order.responseSpeed ?? null,
    serviceAttitude: order.serviceAttitude ?? null,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (feedback: Feedback) => api.orders.feedback(order.id, feedback),
    onSuccess: () => {
      notice(m.detail.feedbackDone);
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => notice(errorText(error, m.detail.feedbackFailed), 'error'),
  });
  const send = () => {
    const feedback = complete(ratings, text);
    if (feedback === null) notice(m.detail.feedbackNeeded, 'warning');
    else mutate(feedback);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="feedback-title">
      <DialogTitle id="feedback-title">
        {m.detail.feedbackTitle} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={1.5}>
          {ASPECTS.map((aspect) => (
            <AspectField
              key={aspect}
              aspect={aspect}
              value={ratings[aspect]}
              readOnly={readOnly}
              onChange={(rating) => setRatings((old) => ({ ...old, [aspect]: rating }))}
            />
          ))}
          <TextField
            multiline
            minRows={3}
            label={m.order.feedBack}
            value={text}
            onChange={(event) => setText(event.target.value)}
            slotProps={{ input: { readOnly } }}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{m.common.close}</Button>
        {readOnly ? null : (
          <Button variant="contained" disabled={isPending} onClick={send}>
            {m.form.submit}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
