import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { attachmentUrl, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Fact, Facts } from './Facts';
import { RATING_KEYS, type RatedOrder } from './feedback';

/** Ratings, text and file of an evaluation. */
export function FeedbackView({ order }: { order: RatedOrder }) {
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
        <Link href={attachmentUrl(order.feedBackUpload)} download>
          {m.detail.download}
        </Link>
      )}
    </Stack>
  );
}
