import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { EmptyState, Loading, QueryResult, useNow } from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { PageHead } from '../../parts/PageHead';
import { DecisionBar } from './DecisionBar';
import { DeskDialogs } from './DeskDialogs';
import { DeskNotes } from './DeskNotes';
import { FactsPane } from './FactsPane';
import { PapersPane } from './PapersPane';
import { QueuePane } from './QueuePane';
import { ReadAhead } from './ReadAhead';
import { type OrderAtDesk, orderQuery, useDesk } from './useDesk';
import { useDeskActions } from './useDeskActions';

/** How often the seconds are counted, in milliseconds. */
const SECOND = 500;

/** Where orders are audited one after the other: the queue, the papers, the facts, and what can be done. */
export function AuditDeskPage() {
  const { desk: m } = useAdminMessages();
  const desk = useDesk();
  const actions = useDeskActions(desk);
  const now = desk.serverTime(useNow(SECOND));
  const { decisions, ticks } = actions;
  return (
    <>
      <PageHead title={m.title} />
      <DeskNotes
        dropped={desk.query.data?.dropped ?? []}
        undecided={decisions.undecided}
        onForget={decisions.forget}
      />
      <QueryResult query={desk.query}>
        {({ items, total }) => (
          <>
            <Box sx={PANES}>
              {items.length === 0 ? (
                <Paper variant="outlined" sx={{ gridColumn: '1 / -1' }}>
                  <EmptyState title={m.empty} hint={m.emptyHint} />
                </Paper>
              ) : (
                <QueuePane
                  items={items}
                  total={total}
                  selected={desk.selected?.id}
                  ticked={ticks.ticked.map(({ id }) => id)}
                  now={now}
                  onSelect={desk.select}
                  onTick={ticks.toggle}
                  onClear={ticks.clear}
                />
              )}
              {desk.selected && (
                <OrderPanes atDesk={desk.selected} at={actions.paper} onTurn={actions.turn} />
              )}
            </Box>
            <DecisionBar
              selected={desk.selected}
              count={actions.targets.length}
              undoing={decisions.undoing}
              busy={decisions.busy}
              now={now}
              onMove={desk.move}
              onApprove={() => void actions.approve()}
              onReject={actions.reject}
              onUndo={() => void decisions.undo()}
              onKeys={actions.showKeys}
            />
          </>
        )}
      </QueryResult>
      <DeskDialogs actions={actions} />
      <ReadAhead items={desk.items} current={desk.selected?.id} />
    </>
  );
}

/** Above 1200 px the panes share the window and scroll apart; below, they follow one another. */
const PANES = {
  display: 'grid',
  gap: 1.5,
  mb: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '320px minmax(0, 1fr) 360px' },
  height: { lg: 'calc(100vh - 204px)' },
  minHeight: { lg: 360 },
} as const;

interface OrderPanesProps {
  atDesk: OrderAtDesk;
  at: number;
  onTurn: (at: number) => void;
}

function OrderPanes({ atDesk, at, onTurn }: OrderPanesProps) {
  const queries = useQueryClient();
  const query = useQuery(orderQuery(atDesk));
  // It may have been decided about elsewhere: then the queue is out of date.
  const gone = query.data !== undefined && query.data.sstatus !== 0;
  useEffect(() => {
    if (gone) void queries.invalidateQueries({ queryKey: ['auditDesk'] });
  }, [gone, queries]);
  if (query.data === undefined && !query.error) return <Loading />;
  return (
    <QueryResult query={query}>
      {(order) => (
        <>
          <PapersPane order={order} at={at} onTurn={onTurn} />
          <FactsPane order={order} />
        </>
      )}
    </QueryResult>
  );
}
