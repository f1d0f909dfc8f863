import TextField from '@mui/material/TextField';
import {
  type Feedback,
  FeedbackFrame,
  type Order,
  type Paper,
  type Rating,
  useMessages,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { FeedbackDocument } from './FeedbackDocument';
import { RatingField } from './RatingField';
import { useFeedback } from './useFeedback';

const ASPECTS = ['appraise', 'responseSpeed', 'serviceAttitude'] as const;

type Ratings = Partial<Record<(typeof ASPECTS)[number], Rating>>;

/** The form of the list offers four of the five ratings. */
const OFFERED: readonly Rating[] = [0, 1, 2, 3];

type Props = { order: Order; onClose: () => void };

function Form({ order, onClose }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const [text, setText] = useState('');
  const [ratings, setRatings] = useState<Ratings>({});
  const { isUploading, onUpload } = useUploadCount();
  const [document, setDocument] = useState<Paper | null>(null);
  const [tried, setTried] = useState(false);
  const { mutate, isPending } = useFeedback(order, m.detail.feedbackFailed, onClose);
  const missing = ASPECTS.filter((aspect) => ratings[aspect] === undefined);
  const send = () => {
    setTried(true);
    if (missing.length > 0) return notice(m.detail.feedbackNeeded, 'warning');
    const feedback: Feedback = {
      ...ratings,
      feedBack: text.trim(),
      feedBackUpload: document?.attachmentId ?? null,
    };
    mutate(feedback);
  };
  return (
    <FeedbackFrame
      order={order}
      busy={isPending}
      isUploading={isUploading}
      onSend={send}
      onClose={onClose}
    >
      {ASPECTS.map((aspect) => (
        <RatingField
          key={aspect}
          label={m.order[aspect]}
          offered={OFFERED}
          value={ratings[aspect] ?? null}
          missed={tried && missing.includes(aspect)}
          onChange={(rating) => setRatings((old) => ({ ...old, [aspect]: rating }))}
        />
      ))}
      <TextField
        multiline
        minRows={3}
        label={m.order.feedBack}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FeedbackDocument document={document} onChange={setDocument} onUpload={onUpload} />
    </FeedbackFrame>
  );
}

/** Feedback from a list: three ratings. Read only where it was given. */
export function FeedbackDialog({ order, onClose }: Props) {
  if (order.actions.includes('give_feedback')) return <Form order={order} onClose={onClose} />;
  return <FeedbackFrame order={order} busy={false} onClose={onClose} />;
}
