import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatTime, type Notice, UnreadMark, useMessages, useText } from '@scenedock/ui-kit';
import { noticeTitle } from './useInbox';

/** What a notice says: its kind, when, and its text; a dot while it is unread. */
export function NoticeLines({ notice, clip = false }: { notice: Notice; clip?: boolean }) {
  const m = useMessages();
  const text = useText();
  return (
    <Box sx={{ minWidth: 0, flex: 1, position: 'relative', pl: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography
          component="span"
          sx={{
            fontWeight: notice.read ? 400 : 600,
            mr: 'auto',
            display: 'inline-flex',
            gap: 0.75,
            '& .unread-dot': { position: 'absolute', left: 0, top: 7 },
          }}
        >
          {notice.read ? null : <UnreadMark />}
          {noticeTitle(notice, m.inbox.kind)}
        </Typography>
        <Typography component="span" variant="caption" color="textSecondary">
          {formatTime(notice.at)}
        </Typography>
      </Stack>
      <Typography
        component="span"
        variant="body2"
        color="textSecondary"
        sx={{
          display: 'block',
          overflowWrap: 'anywhere',
          ...(clip
            ? {
                display: '-webkit-box',
                WebkitBoxOrient: 'vertical',
                WebkitLineClamp: '2',
                overflow: 'hidden',
              }
            : {}),
        }}
      >
        {text(notice.message, notice.text)}
      </Typography>
    </Box>
  );
}
