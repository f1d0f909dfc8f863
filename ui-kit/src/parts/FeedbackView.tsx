import AttachFile from '@mui/icons-material/AttachFile';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Order, Rating } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { RATING_KEYS } from '../orders/tables';
import { ToneChip } from './StateChip';

const toneOf = (rating: Rating) => (rating <= 1 ? 'success' : rating === 2 ? 'neutral' : 'warning');

/** A feedback that was given: its ratings, its words, its document. The short form has the overall rating only. */
export function FeedbackView({ order }: { order: Order }) {
  const m = useMessages();
  const rated = RATING_KEYS.flatMap((aspect) => {
    const rating = order[aspect];
    return rating === null || rating === undefined ? [] : [{ aspect, rating }];
  });
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'auto 1fr',
        columnGap: 2,
        rowGap: 1.25,
        alignItems: 'start',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
      }}
    >
      {rated.flatMap(({ aspect, rating }) => [
        <dt key={`${aspect} name`}>{m.order[aspect]}</dt>,
        <dd key={aspect}>
          <ToneChip tone={toneOf(rating)} label={m.rating[rating]} />
        </dd>,
      ])}
      <dt>{m.order.feedBack}</dt>
      <dd>{order.feedBack || m.detail.noFeedbackText}</dd>
      {order.feedBackUpload ? (
        <>
          <dt>{m.detail.feedbackDocument}</dt>
          <dd>
            <Link
              href={order.feedBackUpload}
              download={order.feedBackUploadName ?? ''}
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
            >
              <AttachFile fontSize="inherit" />
              {order.feedBackUploadName || m.detail.download}
            </Link>
          </dd>
        </>
      ) : null}
    </Box>
  );
}
