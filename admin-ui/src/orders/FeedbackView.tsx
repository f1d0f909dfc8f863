import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Fact, Facts } from '../parts/Facts';
import { RATING_KEYS } from './feedback';

/** Ratings, text and file of an evaluation. */
export function FeedbackView({ order }: { order: Order }) {
  const m = useMessages();
  const { detail } = useAdminMessages();
  return (
    <Stack spacing={2}>
      <Facts columns={3}>
        {RATING_KEYS.map((key) => {
          const rating = order[key];
          return (
            <Fact key={key} label={m.order[key]}>
              {rating === null || rating === undefined ? '-' : m.rating[rating]}
            </Fact>
          );
        })}
      </Facts>
      <Typography sx={{ whiteSpace: 'pre-wrap' }}>
        {order.feedBack || detail.noFeedbackText}
      </Typography>
      {order.feedBackUpload && (
        <Link href={order.feedBackUpload} download={order.feedBackUploadName ?? true}>
          {m.orders.feedbackFile}
          {order.feedBackUploadName ? m.common.aside(order.feedBackUploadName) : ''}
        </Link>
      )}
    </Stack>
  );
}
