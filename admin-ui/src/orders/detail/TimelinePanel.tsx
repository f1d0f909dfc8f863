import Link from '@mui/material/Link';
import { EmptyState, OrderTimeline, QueryResult, useMessages } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { attemptsPath } from '../../parts/orderPath';
import { Panel } from '../../parts/Panel';
import { useMay } from '../../providers/useMe';
import { useEvents } from './useEvents';

/** What happened to the order. */
export function TimelinePanel({ orderId }: { orderId: string }) {
  const { detail } = useMessages();
  const { attempts } = useAdminMessages();
  const mayWatch = useMay('/monitor/list');
  return (
    <Panel
      title={detail.timeline}
      aside={
        // Tasks begin with the approval; who may not watch them is not led there.
        mayWatch ? (
          <Link component={RouterLink} to={attemptsPath(orderId)} variant="body2">
            {attempts.open}
          </Link>
        ) : null
      }
    >
      <QueryResult query={useEvents(orderId)}>
        {({ items }) => (items.length === 0 ? <EmptyState /> : <OrderTimeline events={items} />)}
      </QueryResult>
    </Panel>
  );
}
