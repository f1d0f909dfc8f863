import {
  Clamped,
  type Fact,
  Facts,
  formatTime,
  formatVolume,
  type Messages,
  type Order,
  useMessages,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Panel } from '../../parts/Panel';

/** What is known only later or of some orders is not listed before. */
function laterFacts(order: Order, m: Messages): Fact[] {
  const time = (at: string | null) => (at === null ? '' : formatTime(at));
  const facts: Fact[] = [
    [m.order.auditor, order.auditor],
    [m.order.endtime, time(order.endtime)],
    [m.order.delaytime, time(order.delaytime)],
    [m.order.expiresAt, time(order.expiresAt)],
  ];
  return facts.filter(([, value]) => value);
}

function reprocessingFacts(order: Order, m: Messages): Fact[] {
  return [
    [m.order.assignment, order.assignment],
    [m.order.wantedEnd, order.wantedEnd],
    [m.order.extractingElements, order.extractingElements],
    [m.order.processDescribe, order.processDescribe, true],
  ];
}

/** The application form as the applicant filled it in. */
export function BasicInfo({ order }: { order: Order }) {
  const m = useMessages();
  const { detail } = useAdminMessages();
  const long = (text: string) => text && <Clamped text={text} lines={3} />;
  const facts: Fact[] = [
    [m.order.applyuser, long(order.applyuser)],
    [m.order.applyUserPhone, order.applyUserPhone],
    [m.order.applyUserUnit, long(order.applyUserUnit)],
    [m.order.loginUser, order.loginUser],
    [m.order.productName, long(order.productName)],
    [m.order.applyUserUsed, order.applyUserUsed],
    [m.order.getMethod, m.getMethod[order.getMethod]],
    [m.order.dataSum, formatVolume(order, m.scene)],
    [m.order.dataCount, order.dataCount],
    [detail.sorder, order.sorder],
    [m.order.creattime, formatTime(order.creattime)],
    [m.order.updatetime, formatTime(order.updatetime)],
    ...laterFacts(order, m),
    ...(order.type === 2 ? reprocessingFacts(order, m) : []),
    [m.order.description, order.description, true],
  ];
  return (
    <Panel title={m.detail.basic}>
      <Facts facts={facts} layout="grid" />
    </Panel>
  );
}
