import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import type { Session } from '../api/types';
import { formatTime } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { ToneChip } from '../parts/StateChip';
import { deviceOf } from './deviceName';

type Props = {
  sessions: readonly Session[];
  /** Offers to end each one that is not the reader's own. */
  onEnd?: (session: Session) => void;
  busy?: boolean;
};

/** Where somebody is signed in. */
export function SessionList({ sessions, onEnd, busy }: Props) {
  const { sessions: m } = useMessages();
  const nameOf = ({ agent }: Session) => {
    const device = deviceOf(agent);
    if (device === null) return m.unknownDevice;
    return device.system === undefined ? device.browser : m.onSystem(device.browser, device.system);
  };
  return (
    <List disablePadding>
      {sessions.map((session, at) => (
        <ListItem
          key={session.id}
          disableGutters
          divider={at < sessions.length - 1}
          sx={{ columnGap: 2, rowGap: 0.5, py: 1.25, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
        >
          <ListItemText
            primary={`${nameOf(session)} · ${session.clientIp}`}
            secondary={`${m.since(formatTime(session.begunAt))} · ${m.seen(formatTime(session.lastSeenAt))}`}
          />
          {session.current && <ToneChip tone="success" label={m.current} />}
          {onEnd !== undefined && !session.current && (
            <Button
              variant="outlined"
              disabled={busy ?? false}
              aria-label={m.endOf(nameOf(session))}
              onClick={() => onEnd(session)}
            >
              {m.end}
            </Button>
          )}
        </ListItem>
      ))}
    </List>
  );
}
