import { type Order, OrderPushList, PushOrderButton } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { Panel } from '../parts/Panel';

/** What pushing takes from the back office: its people push to targets of the order's owner, and make none. */
function usePush(order: Order) {
  const notify = useNotify();
  const onSent = (text: string) => notify(text, { type: 'success' });
  return { order, addTarget: null, onSent };
}

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
