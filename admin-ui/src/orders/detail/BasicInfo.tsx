import { Clamped, formatTime, formatVolume, type Order, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Fact, Facts } from '../../parts/Facts';
import { Panel } from '../../parts/Panel';

/** The application form as the applicant filled it in. */
export function BasicInfo({ order }: { order: Order }) {
  const m = useMessages();
  const { detail } = useAdminMessages();
  return (
    <Panel title={m.detail.basic}>
      <Facts>
        <Fact label={m.order.applyuser}>
          <Clamped text={order.applyuser} lines={3} />
        </Fact>
        <Fact label={m.order.applyUserPhone}>{order.applyUserPhone}</Fact>
        <Fact label={m.order.applyUserUnit}>
          <Clamped text={order.applyUserUnit} lines={3} />
        </Fact>
        <Fact label={m.order.loginUser}>{order.loginUser}</Fact>
        <Fact label={m.order.productName}>
          <Clamped text={order.productName} lines={3} />
        </Fact>
        <Fact label={m.order.applyUserUsed}>{order.applyUserUsed}</Fact>
        <Fact label={m.order.getMethod}>{m.getMethod[order.getMethod] ?? '-'}</Fact>
        <Fact label={m.order.dataSum}>{formatVolume(order, m.scene)}</Fact>
        <Fact label={m.order.dataCount}>{order.dataCount}</Fact>
        <Fact label={detail.sorder}>{order.sorder}</Fact>
        <Fact label={m.order.creattime}>{formatTime(order.creattime)}</Fact>
        <Fact label={m.order.updatetime}>{formatTime(order.updatetime)}</Fact>
        {order.auditor && <Fact label={m.order.auditor}>{order.auditor}</Fact>}
        {order.endtime && <Fact label={m.order.endtime}>{formatTime(order.endtime)}</Fact>}
        {order.delaytime && <Fact label={m.order.delaytime}>{formatTime(order.delaytime)}</Fact>}
        {order.expiresAt && <Fact label={m.order.expiresAt}>{formatTime(order.expiresAt)}</Fact>}
        {order.type === 2 && <Reprocessing order={order} />}
        <Fact label={m.order.description} wide>
          {order.description || '-'}
        </Fact>
      </Facts>
    </Panel>
  );
}

function Reprocessing({ order }: { order: Order }) {
  const m = useMessages();
  return (
    <>
      <Fact label={m.order.assignment}>{order.assignment || '-'}</Fact>
      <Fact label={m.order.wantedEnd}>{order.wantedEnd ?? '-'}</Fact>
      <Fact label={m.order.extractingElements}>{order.extractingElements || '-'}</Fact>
      <Fact label={m.order.processDescribe} wide>
        {order.processDescribe || '-'}
      </Fact>
    </>
  );
}
