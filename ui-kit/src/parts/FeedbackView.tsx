import AttachFile from '@mui/icons-material/AttachFile';
import Link from '@mui/material/Link';
import type { Order, Rating } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { RATING_KEYS } from '../orders/tables';
import { type Fact, Facts } from './Facts';
import { ToneChip } from './StateChip';

const toneOf = (rating: Rating) => (rating <= 1 ? 'success' : rating === 2 ? 'neutral' : 'warning');

/** A feedback that was given: its ratings, its words, its document. The short form has the overall rating only. */
export function FeedbackView({ order }: { order: Order }) {
  const m = useMessages();
  const facts: Fact[] = RATING_KEYS.flatMap((aspect) => {
    const rating = order[aspect];
    if (rating === null || rating === undefined) return [];
    return [
      [m.order[aspect], <ToneChip key={aspect} tone={toneOf(rating)} label={m.rating[rating]} />],
    ];
  });
  facts.push([m.order.feedBack, order.feedBack || m.detail.noFeedbackText]);
  if (order.feedBackUpload)
    facts.push([m.detail.feedbackDocument, <FeedbackFile key="file" order={order} />]);
  return <Facts facts={facts} />;
}

function FeedbackFile({ order }: { order: Order }) {
  const m = useMessages();
  return (
    <Link
      href={order.feedBackUpload ?? ''}
      download={order.feedBackUploadName ?? ''}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
    >
      <AttachFile fontSize="inherit" />
      {order.feedBackUploadName || m.detail.download}
    </Link>
  );
}
