import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  EmptyState,
  ErrorState,
  formatTime,
  Loading,
  type Messages,
  ORDER_STATUSES,
  type OrderEvent,
  StateChip,
  TONES,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../parts/Panel';

/** A text for a code that the table may not know (yet). */
function named(table: object, code: string): string {
  const text: unknown = Object.entries(table).find(([key]) => key === code)?.[1];
  return typeof text === 'string' ? text : code;
}

/** What an event says beyond its name; of a delivery's end the stage comes first, its time follows. */
function eventWords({ action, reasonCode, text }: OrderEvent, m: Messages): string {
  if (action !== 'note_expiry' || reasonCode === null) return text ?? '';
  return [m.detail.reasons[reasonCode] ?? '', text ?? ''].filter(Boolean).join(' · ');
}

function Event({ event, m }: { event: OrderEvent; m: Messages }) {
  const tone = ORDER_STATUSES.find(({ code }) => code === event.to)?.tone ?? 'neutral';
  const role = named(m.role, event.role);
  const who = event.actor === '' || event.role === 'system' ? role : `${event.actor}（${role}）`;
  const words = eventWords(event, m);
  return (
    <Box
      component="li"
      sx={{
        listStyle: 'none',
        position: 'relative',
        pl: 2.5,
        pb: 2,
        borderLeft: '2px solid #dde4e9',
        ml: 0.75,
        '&:last-child': { borderLeftColor: 'transparent', pb: 0 },
        '&::before': {
          content: '""',
          position: 'absolute',
          left: -7,
          top: 4,
          width: 12,
          height: 12,
          borderRadius: '50%',
          bgcolor: TONES[tone].dot,
          border: '2px solid #fff',
        },
      }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {named({ ...m.orderAction, ...m.systemAction }, event.action)}
        </Typography>
        {event.from === event.to ? null : (
          <StateChip
            status={event.to}
            cancelledBy={event.action === 'cancel_preparation' ? event.role : null}
          />
        )}
      </Stack>
      <Typography variant="caption" color="textSecondary" component="div">
        <time dateTime={event.at}>{formatTime(event.at)}</time> · {who}
      </Typography>
      {words === '' ? null : (
        <Typography variant="body2" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
          {words}
        </Typography>
      )}
    </Box>
  );
}

/** What happened to an order, newest last. */
export function TimelinePanel({ orderId }: { orderId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ['events', orderId],
    queryFn: ({ signal }) => api.orders.events(orderId, { signal }),
  });
  const events = [...(data?.items ?? [])].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <Panel title={m.detail.timeline}>
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Loading /> : null}
      {data?.items.length === 0 ? <EmptyState /> : null}
      <Box component="ol" sx={{ m: 0, p: 0 }}>
        {events.map((event) => (
          <Event key={`${event.at} ${event.action} ${event.to}`} event={event} m={m} />
        ))}
      </Box>
    </Panel>
  );
}
