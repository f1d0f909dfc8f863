import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  ErrorState,
  formatTime,
  Loading,
  type Messages,
  ORDER_STATUSES,
  type OrderEvent,
  TONES,
  useMessages,
} from '@scenedock/ui-kit';
import { Panel } from '../../parts/Panel';
import { useEvents } from './useEvents';

/** What happened to the order, newest first. */
export function TimelinePanel({ orderId }: { orderId: string }) {
  const { detail } = useMessages();
  const { data, error, refetch } = useEvents(orderId);
  return (
    <Panel title={detail.timeline}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && <EmptyState />}
      {data && data.items.length > 0 && <Events events={newestFirst(data.items)} />}
    </Panel>
  );
}

function newestFirst(events: OrderEvent[]): OrderEvent[] {
  return [...events].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function Events({ events }: { events: OrderEvent[] }) {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {events.map((event) => (
        <Step key={`${event.at} ${event.action}`} event={event} />
      ))}
    </Box>
  );
}

function actionName(action: string, m: Messages): string {
  const names: Record<string, string> = { ...m.systemAction, ...m.orderAction };
  return names[action] ?? action;
}

/** The person and what they are; the system has no name of its own. */
function actorName({ actor, role }: OrderEvent, m: Messages): string {
  if (role === 'system' || actor === '') {
    return m.detail.system;
  }
  const roles: Record<string, string> = { ...m.role, owner: m.role.applicant };
  return `${actor}（${roles[role] ?? role}）`;
}

function Step({ event }: { event: OrderEvent }) {
  const m = useMessages();
  const tone = ORDER_STATUSES.find((one) => one.code === event.to)?.tone ?? 'neutral';
  return (
    <Box component="li" sx={{ ...STEP, '&::before': { ...DOT, bgcolor: TONES[tone].dot } }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {actionName(event.action, m)}
        <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
          {event.action === 'cancel_preparation'
            ? m.cancelled.status
            : (m.orderStatus[event.to] ?? event.to)}
        </Typography>
      </Typography>
      <Typography variant="caption" color="textSecondary" component="div">
        {formatTime(event.at)} · {actorName(event, m)}
      </Typography>
      {(event.text || event.reasonCode) && (
        <Typography variant="body2" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
          {event.text || (m.detail.reasons[event.reasonCode ?? ''] ?? '')}
        </Typography>
      )}
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
    top: 16,
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
