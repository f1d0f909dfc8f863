import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  DownloadAll,
  formatTime,
  type Notice,
  UnreadMark,
  useMessages,
  useText,
} from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';

interface NoticeRowProps {
  notice: Notice;
  /** Address of the order it is about; null: it is about a result, which the portal shows. */
  to: string | null;
  busy: boolean;
  onRead: () => void;
}

/** One notice: what it is about, when, what it says; following it marks it as read. */
export function NoticeRow({ notice, to, busy, onRead }: NoticeRowProps) {
  const { inbox } = useMessages();
  const text = useText();
  const kinds: Record<string, string> = inbox.kind;
  const title = kinds[notice.kind] ?? notice.kind;
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          component="div"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 1,
            fontWeight: notice.read ? 400 : 600,
            '& .unread-dot': { mr: 0.75, mb: '1px' },
          }}
        >
          <span>
            {!notice.read && <UnreadMark />}
            {notice.ordername !== '' && title}
          </span>
          <Link
            {...(to === null ? { href: '/results' } : { component: RouterLink, to })}
            onClick={notice.read ? undefined : onRead}
            sx={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {notice.ordername === '' ? title : notice.ordername}
          </Link>
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text(notice.message, notice.text)}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {formatTime(notice.at)}
        </Typography>
      </Box>
      <DownloadAll dense downloads={notice.downloads} ordername={notice.ordername} />
      {!notice.read && (
        <Button
          disabled={busy}
          aria-label={`${inbox.markRead} ${notice.ordername} ${title}`}
          onClick={onRead}
          sx={{ flexShrink: 0 }}
        >
          {inbox.markRead}
        </Button>
      )}
    </Box>
  );
}

const ROW = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  px: 2,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
} as const;
