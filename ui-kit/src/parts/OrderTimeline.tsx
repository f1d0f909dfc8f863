import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { OrderEvent } from '../api/types';
import { formatTime } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { useText } from '../messages/useText';
import type { Messages } from '../messages/zh-CN';
import { ORDER_STATUSES } from '../orders/tables';
import { TONES } from '../theme';
import { StateChip } from './StateChip';

/** A text for a code that the table may not know (yet). */
function named(table: Record<string, string>, code: string): string {
  return table[code] ?? code;
}

/** Newest first: what holds now stands at the top. Events of one moment keep the server's order, turned round. */
function newestFirst(events: readonly OrderEvent[]): OrderEvent[] {
  return [...events].reverse().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** The person and what they are; the system has no name of its own. */
function actorName({ actor, role }: OrderEvent, m: Messages): string {
  const what = named(m.role, role);
  return actor === '' || role === 'system' ? what : `${actor}${m.common.aside(what)}`;
}

/** What an event says beyond its name; of a delivery's end the stage comes first, its time follows. */
function eventWords({ action, reasonCode }: OrderEvent, text: string, m: Messages): string {
  if (action !== 'note_expiry') return text;
  return [m.detail.reasons[reasonCode ?? ''] ?? '', text].filter(Boolean).join(' · ');
}

function Step({ event }: { event: OrderEvent }) {
  const m = useMessages();
  const text = useText();
  const tone = ORDER_STATUSES.find(({ code }) => code === event.to)?.tone ?? 'neutral';
  const words = eventWords(event, text(event.message, event.text ?? ''), m);
  const cancelledBy = event.action === 'cancel_preparation' ? event.role : null;
  return (
    <Box component="li" sx={{ ...STEP, '&::before': { ...DOT, bgcolor: TONES[tone].dot } }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {named({ ...m.orderAction, ...m.systemAction }, event.action)}
        </Typography>
        {event.from === event.to ? null : <StateChip status={event.to} cancelledBy={cancelledBy} />}
      </Stack>
      <Typography variant="caption" color="textSecondary" component="div">
        <time dateTime={event.at}>{formatTime(event.at)}</time> · {actorName(event, m)}
      </Typography>
      {words === '' ? null : (
        <Typography variant="body2" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
          {words}
        </Typography>
      )}
    </Box>
  );
}

/** What happened to an order, the same in both web apps. */
export function OrderTimeline({ events }: { events: readonly OrderEvent[] }) {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {newestFirst(events).map((event) => (
        <Step key={`${event.at} ${event.action} ${event.to}`} event={event} />
      ))}
    </Box>
  );
}

const STEP = {
  position: 'relative',
  pl: 2.5,
  pb: 2,
  '&:last-child': { pb: 0 },
  '&:not(:last-child)::after': {
    content: '""',
    position: 'absolute',
    left: 4,
    top: 18,
    bottom: -4,
    width: 2,
    bgcolor: 'divider',
  },
} as const;

const DOT = {
  content: '""',
  position: 'absolute',
  left: 0,
  top: 6,
  width: 10,
  height: 10,
  borderRadius: '50%',
} as const;
