import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  formatTime,
  formatVolume,
  ORDER_STATUSES,
  type Queue,
  ToneChip,
  textSize,
  useMessages,
  WaitList,
} from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { orderPath } from '../orderRoutes';
import { useQueueWords } from './useQueueWords';

type Order = Queue['orders'][number];
type Usual = Queue['usual'][number];

/** The usual time of orders of as many scenes. */
const usualFor = (scenes: number, usual: readonly Usual[]) =>
  usual.find(({ fewest, most }) => scenes >= fewest && (most === null || scenes <= most));

/** An order of one's own that is being prepared: what is before it, why it waits, and how long it will take, as a rule. */
export function QueuedOrder({ order, usual }: { order: Order; usual: readonly Usual[] }) {
  const m = useQueueWords();
  const messages = useMessages();
  const tone = ORDER_STATUSES.find(({ code }) => code === order.sstatus)?.tone ?? 'progress';
  const facts = [
    m.extracted(order.extracted, order.scenes),
    formatVolume(
      { dataSize: order.bytes, unsizedCount: order.unsizedCount },
      { sizeUnknown: m.sizeUnknown, sizePart: messages.scene.sizePart },
    ),
    order.approvedAt === null ? '' : m.approved(formatTime(order.approvedAt)),
  ];
  return (
    <Box component="li" sx={ITEM}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <MuiLink component={Link} to={orderPath(order.id)} sx={{ fontWeight: 600 }}>
          {order.ordername}
        </MuiLink>
        <ToneChip tone={tone} label={messages.orderStatus[order.sstatus]} />
      </Stack>
      <Typography
        sx={{ fontSize: textSize.section, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {lineOf(order, m)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {facts.filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="body2">{usualLine(usualFor(order.scenes, usual), m)}</Typography>
      {order.waits.length === 0 ? null : (
        <Box sx={{ mt: 1 }}>
          <WaitList waits={order.waits} />
        </Box>
      )}
    </Box>
  );
}

type Words = ReturnType<typeof useQueueWords>;

const lineOf = ({ ahead, aheadOrMore, waits }: Order, m: Words) => {
  if (ahead !== null) return m.ahead(ahead, aheadOrMore);
  return waits.length === 0 ? m.working : m.atWork;
};

function usualLine(usual: Usual | undefined, m: Words) {
  if (usual?.medianSeconds == null || usual.p95Seconds === null) return m.usualUnknown;
  return m.usualOf(m.duration(usual.medianSeconds), m.duration(usual.p95Seconds));
}

const ITEM = {
  display: 'grid',
  gap: 0.5,
  '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider', pt: 2 },
} as const;
