import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { EmptyState, type OrderAttempts, operations, QueryResult } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';
import { Pages } from '../../parts/Pages';
import { Panel } from '../../parts/Panel';
import { AttemptTable } from './AttemptTable';
import { GanttChart } from './GanttChart';
import { KindTable } from './KindTable';
import { type AttemptConditions, ORDER_KINDS, useAttemptConditions } from './useAttemptConditions';

/** How often it is looked at while something of it is not over, in milliseconds. */
const LOOK_MS = 10_000;
const PAGE_SIZE = 40;

/** One order over time: every attempt at each of its tasks. */
export function AttemptView({ onOpen }: { onOpen: (task: string) => void }) {
  const { attempts: m } = useAdminMessages();
  const { order } = useAttemptConditions();
  if (order === null) {
    const toOrders = (
      <Button component={RouterLink} to="/orderManage">
        {m.toOrders}
      </Button>
    );
    return <EmptyState title={m.choose} hint={m.chooseHint} action={toOrders} />;
  }
  return <AttemptsOfOrder key={order} order={order} onOpen={onOpen} />;
}

interface AttemptsOfOrderProps {
  order: string;
  onOpen: (task: string) => void;
}

function AttemptsOfOrder({ order, onOpen }: AttemptsOfOrderProps) {
  const { attempts: m } = useAdminMessages();
  const conditions = useAttemptConditions();
  const { kind, troubled, page } = conditions;
  const narrowed = {
    ...(kind === null ? {} : { kind }),
    ...(troubled ? { troubled } : {}),
  };
  const request = { ...narrowed, page, pageSize: PAGE_SIZE };
  const query = useQuery({
    queryKey: ['attempts', order, request],
    queryFn: ({ signal }) => operations.attempts(order, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.kinds.some(({ endedAt }) => endedAt === null) ? LOOK_MS : false,
  });
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {m.intro}
      </Typography>
      <QueryResult query={query}>
        {(found) =>
          found.kinds.length === 0 ? (
            <EmptyState title={m.none} hint={m.noneHint} />
          ) : (
            <OrderOverTime
              found={found}
              order={order}
              conditions={conditions}
              onOpen={onOpen}
              ask={(at, pageSize, signal) =>
                operations.attempts(order, { ...narrowed, page: at, pageSize }, { signal })
              }
            />
          )
        }
      </QueryResult>
    </Stack>
  );
}

interface OrderOverTimeProps
  extends AttemptsOfOrderProps,
    Pick<ComponentProps<typeof AttemptTable>, 'ask'> {
  found: OrderAttempts;
  conditions: AttemptConditions;
}

function OrderOverTime({ found, order, conditions, onOpen, ask }: OrderOverTimeProps) {
  const { attempts: m } = useAdminMessages();
  const { items, kinds, total } = found;
  const now = Date.parse(found.at);
  return (
    <>
      <Link component={RouterLink} to={orderPath(order)} variant="body2">
        {m.ofOrder(found.ordername)}
      </Link>
      <Panel title={m.byKind} flush>
        <KindTable kinds={kinds} />
      </Panel>
      <Panel title={m.chart} flush aside={<Conditions conditions={conditions} />}>
        {items.length === 0 ? (
          <EmptyState title={m.noneMatch} />
        ) : (
          <>
            <GanttChart lanes={items} now={now} onOpen={onOpen} />
            <Pages
              total={total}
              pageSize={PAGE_SIZE}
              page={conditions.page}
              onPage={conditions.turnTo}
            />
          </>
        )}
      </Panel>
      {items.length === 0 ? null : (
        <Panel title={m.table} flush>
          <AttemptTable lanes={items} now={now} ask={ask} />
        </Panel>
      )}
    </>
  );
}

function Conditions({ conditions }: { conditions: AttemptConditions }) {
  const { attempts: m, monitor } = useAdminMessages();
  const { kind, troubled, narrow } = conditions;
  return (
    // The select's label stands on its upper edge.
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', pt: 1 }}>
      <TextField
        select
        label={m.kind}
        value={kind ?? ''}
        onChange={({ target }) => narrow({ kind: target.value })}
        sx={{ minWidth: 140 }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{m.any}</MenuItem>
        {ORDER_KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {monitor.kind[one]}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        control={
          <Switch checked={troubled} onChange={(_, on) => narrow({ troubled: on ? 'true' : '' })} />
        }
        label={m.troubled}
      />
    </Stack>
  );
}
