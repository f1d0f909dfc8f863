import {
  applicantFacts,
  type Fact,
  Facts,
  formatTime,
  formatVolume,
  laterFacts,
  type Order,
  reprocessingFacts,
  useDictionary,
  useMessages,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Panel } from '../../parts/Panel';

/** The application form as the applicant filled it in. */
export function BasicInfo({ order }: { order: Order }) {
  const m = useMessages();
  const words = useDictionary();
  const { detail } = useAdminMessages();
  const facts: Fact[] = [
    ...applicantFacts(order, m, words),
    [m.order.loginUser, order.loginUser],
    [m.order.dataSum, formatVolume(order, m.scene)],
    [m.order.dataCount, order.dataCount],
    [detail.sorder, order.sorder],
    [m.order.creattime, formatTime(order.creattime)],
    [m.order.updatetime, formatTime(order.updatetime)],
    ...laterFacts(order, m),
    ...(order.expiresAt ? [[m.order.expiresAt, formatTime(order.expiresAt)] as Fact] : []),
    ...reprocessingFacts(order, m, words),
    [m.order.description, order.description, true],
  ];
  return (
    <Panel title={m.detail.basic}>
      <Facts facts={facts} layout="grid" />
    </Panel>
  );
}
