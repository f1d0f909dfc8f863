import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  formatTime,
  formatVolume,
  ink,
  type QueuedOrder,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { useEffect, useRef } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { waitingTime } from '../../parts/waitingTime';
import { isOpen } from './queueOrder';

/** From this priority on an order is marked: it goes before others once it is approved. */
const MARKED_PRIORITY = 50;

interface QueueRowProps {
  order: QueuedOrder;
  selected: boolean;
  ticked: boolean;
  /** The server's clock. */
  now: number;
  onSelect: () => void;
  onTick: () => void;
}

/** An order in the queue: what it is called, for whom, how much, how long it waits. */
export function QueueRow({ order, selected, ticked, now, onSelect, onTick }: QueueRowProps) {
  const { desk: m } = useAdminMessages();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  return (
    <Box
      component="li"
      ref={row}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        borderBottom: 1,
        borderColor: 'divider',
        borderLeft: 3,
        borderLeftColor: selected ? 'primary.main' : 'transparent',
        bgcolor: selected ? ink.chosen : undefined,
      }}
    >
      <Checkbox
        size="small"
        checked={ticked}
        disabled={!isOpen(order)}
        onChange={onTick}
        slotProps={{ input: { 'aria-label': m.tick(order.ordername) } }}
        sx={{ mt: 0.5, p: 0.75 }}
      />
      <ButtonBase
        onClick={onSelect}
        aria-current={selected}
        sx={{ flex: 1, minWidth: 0, py: 1, pr: 1.5, textAlign: 'left', display: 'block' }}
      >
        <RowText order={order} now={now} />
      </ButtonBase>
    </Box>
  );
}

function RowText({ order, now }: { order: QueuedOrder; now: number }) {
  const m = useMessages();
  const { desk } = useAdminMessages();
  const waits = waitingTime(order.since, now, desk);
  return (
    <>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
        <Typography noWrap variant="body2" sx={{ fontWeight: 600 }}>
          {order.productName}
        </Typography>
        <Typography
          variant="caption"
          title={desk.submittedAt(formatTime(order.since))}
          sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
        >
          {waits}
        </Typography>
      </Stack>
      <Typography noWrap variant="caption" component="div" color="textSecondary">
        {order.applyUserUnit} · {order.applyuser}
      </Typography>
      <Typography noWrap variant="caption" component="div" color="textSecondary">
        {order.ordername} · {desk.scenes(order.dataCount)} · {formatVolume(order, m.scene)}
      </Typography>
      <RowMarks order={order} now={now} />
    </>
  );
}

function RowMarks({ order, now }: { order: QueuedOrder; now: number }) {
  const { desk } = useAdminMessages();
  const { decision } = order;
  const marked = order.sorder >= MARKED_PRIORITY;
  if (!marked && !order.returned && !order.own && decision === null) return null;
  return (
    <Stack direction="row" sx={{ gap: 0.5, mt: 0.5, flexWrap: 'wrap' }}>
      {decision && (
        <ToneChip
          tone={decision.decision === 'approve' ? 'success' : 'danger'}
          label={
            decision.mine
              ? `${desk.pending[decision.decision]} · ${remaining(decision.dueAt, now, desk)}`
              : desk.pendingBy(decision.byName, desk.pending[decision.decision])
          }
        />
      )}
      {marked && <ToneChip tone="warning" label={desk.urgent(order.sorder)} />}
      {order.returned && <ToneChip tone="info" label={desk.returned} />}
      {order.own && <ToneChip tone="neutral" label={desk.own} />}
    </Stack>
  );
}

/** How long a decision can still be taken back, in words. */
export function remaining(
  dueAt: string,
  now: number,
  m: { seconds: (n: number) => string; takesEffect: string },
): string {
  const left = Math.ceil((Date.parse(dueAt) - now) / 1000);
  return left > 0 ? m.seconds(left) : m.takesEffect;
}
