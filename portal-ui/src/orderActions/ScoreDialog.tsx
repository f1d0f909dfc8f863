import TextField from '@mui/material/TextField';
import {
  FeedbackFrame,
  type Order,
  type Paper,
  RATINGS,
  type Rating,
  useMessages,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { FeedbackDocument } from './FeedbackDocument';
import { RatingField } from './RatingField';
import { useFeedback } from './useFeedback';

type Props = { order: Order; onClose: () => void };

function Form({ order, onClose }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const [score, setScore] = useState<Rating | null>(null);
  const [content, setContent] = useState('');
  const { isUploading, onUpload } = useUploadCount();
  const [document, setDocument] = useState<Paper | null>(null);
  const [tried, setTried] = useState(false);
  const { mutate, isPending } = useFeedback(order, m.detail.feedbackFallback, onClose);
  const send = () => {
    setTried(true);
    if (score === null) return notice(m.detail.scoreNeeded, 'warning');
    const feedBackUpload = document?.attachmentId ?? null;
    mutate({ score, content: content.trim(), feedBackUpload });
  };
  return (
    <FeedbackFrame
      order={order}
      busy={isPending}
      isUploading={isUploading}
      onSend={send}
      onClose={onClose}
    >
      <RatingField
        label={m.detail.score}
        offered={RATINGS}
        value={score}
        missed={tried && score === null}
        onChange={setScore}
      />
      <TextField
        multiline
        minRows={3}
        label={m.detail.feedbackContent}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      <FeedbackDocument document={document} onChange={setDocument} onUpload={onUpload} />
    </FeedbackFrame>
  );
}

/** Feedback on the detail screen: one score of five words. Read only where it was given. */
export function ScoreDialog({ order, onClose }: Props) {
  if (order.actions.includes('give_feedback')) return <Form order={order} onClose={onClose} />;
  return <FeedbackFrame order={order} busy={false} onClose={onClose} />;
}
