import NotificationsNone from '@mui/icons-material/NotificationsNone';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState, type Notice, QueryResult, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link } from 'react-router';
import { NoticeLines } from './NoticeLines';
import { noticePath, useMarkRead, useNewest } from './useInbox';

type NewestProps = {
  query: ReturnType<typeof useNewest>;
  onFollow: (notice: Notice) => void;
};

function Newest({ query, onFollow }: NewestProps) {
  const m = useMessages();
  return (
    <QueryResult
      query={query}
      empty={<EmptyState title={m.inbox.empty} hint={m.inbox.emptyHint} />}
    >
      {({ items }) => (
        <List disablePadding sx={{ maxHeight: 'min(420px, 60vh)', overflowY: 'auto' }}>
          {items.map((notice) => (
            <ListItem key={notice.id} disablePadding divider>
              <ListItemButton
                component={Link}
                to={noticePath(notice)}
                onClick={() => onFollow(notice)}
              >
                <NoticeLines notice={notice} clip />
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      )}
    </QueryResult>
  );
}

type FootProps = { unread: number; onClose: () => void };

function Foot({ unread, onClose }: FootProps) {
  const m = useMessages();
  const { mutate, isPending } = useMarkRead();
  return (
    <Stack
      direction="row"
      sx={{ p: 1, justifyContent: 'space-between', borderTop: 1, borderColor: 'divider' }}
    >
      <Button disabled={unread === 0} loading={isPending} onClick={() => mutate(null)}>
        {m.inbox.markAll}
      </Button>
      <Button component={Link} to="/inbox" onClick={onClose}>
        {m.inbox.viewAll}
      </Button>
    </Stack>
  );
}

/** The bell of the header: how many notices are unread, and the newest ones. */
export function InboxBell() {
  const m = useMessages();
  const query = useNewest();
  const { mutate } = useMarkRead();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const unread = query.data?.unread ?? 0;
  const close = () => setAnchor(null);
  const follow = (notice: Notice) => {
    close();
    if (!notice.read) mutate([notice.id]);
  };
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={m.inbox.bell(unread)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          void query.refetch();
        }}
      >
        <Badge badgeContent={unread} max={99} color="error">
          <NotificationsNone />
        </Badge>
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': 'inbox-newest',
            sx: { width: 380, maxWidth: 'calc(100% - 16px)' },
          },
        }}
      >
        <Box sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
          <Typography id="inbox-newest" variant="h3" component="h2">
            {m.inbox.title}
          </Typography>
        </Box>
        <Newest query={query} onFollow={follow} />
        <Foot unread={unread} onClose={close} />
      </Popover>
    </>
  );
}
