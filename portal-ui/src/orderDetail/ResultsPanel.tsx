import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Order, QueryResult, researchResults } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Panel } from '../parts/Panel';
import { ResultCards } from '../results/ResultCards';
import { ResultDialog } from '../results/ResultDialog';
import { RESULTS } from '../results/resultKeys';
import { usePageWords } from '../results/usePageWords';
import { useSession } from '../session/session';

/** States in which data of an order were handed out: prepared, overdue, completed, rated. */
const PROVIDED: readonly number[] = [5, 6, 7, 8];
/** Results of one order that are shown; the page of all of them has the rest. */
const MOST = 20;

/** What the owner made with the data of this order. */
export function ResultsPanel({ order }: { order: Order }) {
  const { me } = useSession();
  return me?.loginName === order.loginUser && PROVIDED.includes(order.sstatus) ? (
    <OwnResults orderId={order.id} />
  ) : null;
}

function OwnResults({ orderId }: { orderId: string }) {
  const m = usePageWords();
  const [adding, setAdding] = useState(false);
  const query = useQuery({
    queryKey: [...RESULTS, 'order', orderId],
    queryFn: ({ signal }) => researchResults.own({ page: 1, pageSize: MOST, orderId }, { signal }),
  });
  return (
    <Panel title={m.ofOrder}>
      <Stack sx={{ gap: 1.5 }}>
        <QueryResult
          query={query}
          empty={
            <Typography variant="body2" color="textSecondary">
              {m.ofOrderEmpty}
            </Typography>
          }
        >
          {({ items }) => <ResultCards label={m.ofOrder} items={items} />}
        </QueryResult>
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button variant="outlined" startIcon={<Add />} onClick={() => setAdding(true)}>
            {m.add}
          </Button>
          <Button component={Link} to="/results">
            {m.all}
          </Button>
        </Stack>
      </Stack>
      {adding ? <ResultDialog orderId={orderId} onClose={() => setAdding(false)} /> : null}
    </Panel>
  );
}
