import { type Order, OrderPushList, PushOrderButton } from '@scenedock/ui-kit';
import { usePush } from '../orderActions/usePush';
import { Panel } from '../parts/Panel';

/** Sends the finished order to a server of its owner's. */
export function PushButton({ order }: { order: Order }) {
  return <PushOrderButton {...usePush(order)} />;
}

/** Where the order was pushed to, with every file. */
export function PushesPanel({ order }: { order: Order }) {
  return (
    <OrderPushList
      {...usePush(order)}
      frame={(title, list) => <Panel title={title}>{list}</Panel>}
    />
  );
}
