import Box from '@mui/material/Box';
import { formatBytes, formatTime, type Messages, type Order, useMessages } from '@scenedock/ui-kit';
import { Panel } from '../parts/Panel';

function rows(order: Order, m: Messages): [string, string | null][] {
  const reprocessing: [string, string | null][] = [
    [m.order.assignment, order.assignment],
    [m.order.extractingElements, order.extractingElements],
    [m.order.processDescribe, order.processDescribe],
  ];
  return [
    [m.order.applyuser, order.applyuser],
    [m.order.applyUserPhone, order.applyUserPhone],
    [m.order.applyUserUnit, order.applyUserUnit],
    [m.order.productName, order.productName],
    [m.order.applyUserUsed, order.applyUserUsed],
    [m.order.getMethod, m.getMethod[order.getMethod]],
    [m.order.type, m.orderType[order.type]],
    [m.order.dataKind, order.dataType === '1' ? m.order.archiveData : m.order.productData],
    [m.order.dataCount, String(order.dataCount)],
    [m.order.dataSum, order.dataSum || formatBytes(order.dataSize)],
    [m.order.creattime, formatTime(order.creattime)],
    [m.order.updatetime, formatTime(order.updatetime)],
    [m.order.loginUser, order.loginUser],
    [m.order.auditor, order.auditor],
    [m.order.endtime, order.endtime === null ? null : formatTime(order.endtime)],
    ...(order.type === 2 ? reprocessing : []),
    [m.order.description, order.description],
  ];
}

/** What was applied for. */
export function BasicInfo({ order }: { order: Order }) {
  const m = useMessages();
  return (
    <Panel title={m.detail.basic}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
          columnGap: 3,
          rowGap: 1,
          '& > div': { display: 'flex', gap: 1, minWidth: 0 },
          '& dt': { color: 'text.secondary', flex: 'none', minWidth: 96 },
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        }}
      >
        {rows(order, m).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '-'}</dd>
          </div>
        ))}
      </Box>
    </Panel>
  );
}
