import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { visuallyHidden } from '@mui/utils';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/LocaleProvider';

type BarProps = {
  unread: boolean;
  /** How many notices are unread. */
  count: number;
  busy: boolean;
  onFilter: (unread: boolean) => void;
  onMarkAll: () => void;
  /** Stands at the end. */
  children?: ReactNode;
};

/** All notices or the unread ones, and the way to mark them all as read. */
export function InboxBar({ unread, count, busy, onFilter, onMarkAll, children }: BarProps) {
  const { inbox } = useMessages();
  return (
    <Stack direction="row" sx={{ p: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={inbox.filter}
        value={unread ? 'unread' : 'all'}
        onChange={(_, value: string | null) => value !== null && onFilter(value === 'unread')}
      >
        <ToggleButton value="all">{inbox.all}</ToggleButton>
        <ToggleButton value="unread">{`${inbox.unread} ${count}`}</ToggleButton>
      </ToggleButtonGroup>
      <Box sx={{ flex: 1 }} />
      <Button variant="outlined" disabled={count === 0} loading={busy} onClick={onMarkAll}>
        {inbox.markAll}
      </Button>
      {children}
    </Stack>
  );
}

/** A dot for the eye and a word for readers. */
export function UnreadMark() {
  const { inbox } = useMessages();
  return (
    <>
      <Box
        component="span"
        className="unread-dot"
        sx={{
          display: 'inline-block',
          width: 8,
          height: 8,
          borderRadius: 4,
          bgcolor: 'error.main',
        }}
      />
      <span style={visuallyHidden}>{inbox.isUnread}</span>
    </>
  );
}
