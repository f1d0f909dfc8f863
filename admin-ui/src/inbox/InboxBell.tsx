import NotificationsNone from '@mui/icons-material/NotificationsNone';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router-dom';
import { useUnread } from './useInbox';

/** The way to the notices, with the number of unread ones. */
export function InboxBell() {
  const { inbox } = useMessages();
  const unread = useUnread() ?? 0;
  return (
    <Tooltip title={inbox.title}>
      <IconButton color="inherit" component={Link} to="/inbox" aria-label={inbox.bell(unread)}>
        <Badge badgeContent={unread} max={99} color="error">
          <NotificationsNone />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
