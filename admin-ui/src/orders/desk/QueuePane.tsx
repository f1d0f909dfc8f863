import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatTime, type QueuedOrder } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { SaveTable } from '../../parts/figures/SaveTable';
import { bytesFigure } from '../../parts/figures/savedFigures';
import { Pane } from './Pane';
import { QueueRow } from './QueueRow';

interface QueuePaneProps {
  items: readonly QueuedOrder[];
  total: number;
  selected: string | undefined;
  ticked: readonly string[];
  now: number;
  onSelect: (id: string) => void;
  onTick: (order: QueuedOrder) => void;
  onClear: () => void;
}

/** The orders that wait, those that wait longest first. */
export function QueuePane(props: QueuePaneProps) {
  const { items, total, selected, ticked, now, onSelect, onTick, onClear } = props;
  const { desk: m } = useAdminMessages();
  const count = total > items.length ? m.truncated(items.length, total) : m.total(total);
  return (
    <Pane
      short
      title={m.queue}
      aside={
        ticked.length === 0 ? (
          <Typography variant="caption" color="textSecondary">
            {count}
          </Typography>
        ) : (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
            <Typography variant="caption">{m.ticked(ticked.length)}</Typography>
            <Button onClick={onClear}>{m.untick}</Button>
          </Stack>
        )
      }
    >
      <Box component="ul" aria-label={m.queue} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.map((order) => (
          <QueueRow
            key={order.id}
            order={order}
            selected={order.id === selected}
            ticked={ticked.includes(order.id)}
            now={now}
            onSelect={() => onSelect(order.id)}
            onTick={() => onTick(order)}
          />
        ))}
      </Box>
      <SaveQueue items={items} total={total} />
    </Pane>
  );
}

/** Saves what the queue shows, in its order; the name of the file says when that is only its beginning. */
function SaveQueue({ items, total }: Pick<QueuePaneProps, 'items' | 'total'>) {
  const { desk: m, statistics, savedList } = useAdminMessages();
  const isWhole = items.length >= total;
  return (
    <Stack direction="row" sx={{ justifyContent: 'flex-end', flexWrap: 'wrap', p: 0.5 }}>
      <SaveTable
        name={isWhole ? m.queue : savedList.partName(m.queue, items.length)}
        heads={[
          m.saved.ordername,
          m.saved.product,
          m.saved.unit,
          m.saved.applicant,
          m.saved.scenes,
          statistics.unitOf(m.saved.size, statistics.savedUnits.bytes),
          m.saved.since,
          m.saved.priority,
          m.saved.marks,
        ]}
        rows={items.map((order) => [
          order.ordername,
          order.productName,
          order.applyUserUnit,
          order.applyuser,
          { value: order.dataCount, as: 'whole' },
          bytesFigure(order.dataSize).saved,
          formatTime(order.since),
          { value: order.sorder, as: 'whole' },
          [...(order.returned ? [m.returned] : []), ...(order.own ? [m.own] : [])].join(
            m.saved.and,
          ),
        ])}
      />
    </Stack>
  );
}
