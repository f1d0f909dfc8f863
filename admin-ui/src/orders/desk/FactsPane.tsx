import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import {
  applicantFacts,
  ChangesList,
  type Fact,
  Facts,
  formatTime,
  formatVolume,
  type Order,
  reprocessingFacts,
  useDictionary,
  useMessages,
} from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';
import { FootprintPanel } from '../detail/FootprintPanel';
import { NO_HIGHLIGHT } from '../detail/highlight';
import { ChecksList } from './ChecksList';
import { Pane } from './Pane';

/** What the checks say, what is applied for, and where the scenes lie. */
export function FactsPane({ order }: { order: Order }) {
  const m = useMessages();
  const words = useDictionary();
  const { desk, detail } = useAdminMessages();
  const facts: Fact[] = [
    ...applicantFacts(order, m, words),
    [m.order.loginUser, order.loginUser],
    [m.order.type, m.orderType[order.type]],
    [m.order.dataCount, order.dataCount],
    [m.order.dataSum, formatVolume(order, m.scene)],
    [detail.sorder, order.sorder],
    [m.order.creattime, formatTime(order.creattime)],
    ...reprocessingFacts(order, m, words),
    [m.order.description, order.description],
  ];
  return (
    <Pane
      title={desk.facts}
      aside={
        <Link component={RouterLink} to={orderPath(order.id)} variant="body2" noWrap>
          {desk.whole}
        </Link>
      }
    >
      <Stack sx={{ gap: 1.5, p: 1.5 }}>
        <ChecksList order={order} />
        {order.changes && (
          <Alert severity="info" icon={false}>
            <ChangesList order={order} />
          </Alert>
        )}
        <Facts facts={facts} layout="fields" label={desk.facts} />
        <FootprintPanel order={order} highlight={NO_HIGHLIGHT} />
      </Stack>
    </Pane>
  );
}
