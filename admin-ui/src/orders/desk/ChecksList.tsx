import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  api,
  ink,
  type OrderAsRead,
  type OrderCheck,
  type OrderChecks,
  QueryResult,
  StateChip,
  useMessages,
  useText,
  type Verdict,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';

const MARKS = {
  ok: { Icon: CheckCircleOutlined, color: ink.done },
  look: { Icon: ErrorOutlined, color: ink.needed },
  missing: { Icon: HighlightOff, color: ink.failed },
} as const satisfies Record<Verdict, unknown>;

/** What one order is checked with. */
export const checksQuery = ({ id, submittedAt }: OrderAsRead) => ({
  queryKey: ['orders', 'checks', id, submittedAt],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.orders.checks(id, { signal }),
});

/** What a machine can say of the order. */
export function ChecksList({ order }: { order: OrderAsRead }) {
  const { desk } = useAdminMessages();
  const query = useQuery(checksQuery(order));
  return (
    <Box component="section" aria-label={desk.checks}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
        {desk.checks}
      </Typography>
      <QueryResult query={query}>
        {(found) => (
          <Box component="ul" sx={LIST}>
            {found.checks.map((check) => (
              <CheckLine
                key={check.text}
                check={check}
                earlier={check.kind === 'repeated' ? found.earlier : []}
              />
            ))}
          </Box>
        )}
      </QueryResult>
    </Box>
  );
}

const LIST = { m: 0, p: 0, listStyle: 'none' } as const;

interface CheckLineProps {
  check: OrderCheck;
  /** Orders that the check speaks of. */
  earlier: OrderChecks['earlier'];
}

function CheckLine({ check, earlier }: CheckLineProps) {
  const { desk } = useAdminMessages();
  const { common } = useMessages();
  const text = useText();
  const { Icon, color } = MARKS[check.verdict];
  return (
    <Box
      component="li"
      data-verdict={check.verdict}
      sx={{ display: 'flex', gap: 1, py: 0.5, alignItems: 'flex-start' }}
    >
      <Icon fontSize="small" titleAccess={desk.verdict[check.verdict]} sx={{ color, mt: '1px' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {desk.checkKind[check.kind]}
            {common.colon}
          </Box>
          {text(check.message, check.text)}
        </Typography>
        {earlier.length > 0 && <EarlierOrders earlier={earlier} />}
      </Box>
    </Box>
  );
}

function EarlierOrders({ earlier }: Pick<OrderChecks, 'earlier'>) {
  const { desk } = useAdminMessages();
  return (
    <Box component="ul" aria-label={desk.earlier} sx={LIST}>
      {earlier.map((order) => (
        <Box component="li" key={order.id} sx={{ display: 'flex', gap: 1, py: 0.25 }}>
          <Link
            component={RouterLink}
            to={orderPath(order.id)}
            variant="body2"
            sx={{ flex: 1, minWidth: 0 }}
          >
            {desk.earlierOne(order.ordername, order.scenes)}
          </Link>
          <StateChip status={order.sstatus} />
        </Box>
      ))}
    </Box>
  );
}
