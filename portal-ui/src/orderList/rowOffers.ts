import type { Messages, Order } from '@scenedock/ui-kit';
import { orderEditPath, orderPath } from '../orderRoutes';

/** What a row opens or does. */
type OfferKind =
  | 'details'
  | 'feedback'
  | 'delivery'
  | 'push'
  | 'pickup'
  | 'cause'
  | 'feedbackFile'
  | 'edit'
  | 'extension'
  | 'clone';

export type Offer = {
  kind: OfferKind;
  text: string;
  /** A page of the portal. */
  to?: string;
  /** A file to download. */
  href?: string;
};

/** What depends on who looks at the row. */
type Viewer = {
  /** Somebody who only watches the order does not fetch it. */
  isWatched?: boolean;
  /** What pushing it is called, for who may. */
  push?: string | null;
};

/** Offers that stand in the row; rarer ones go into a menu. The download of everything takes the room of one. */
const MAX_IN_ROW = 2;

/**
 * What stands in the row and what goes into its menu. Where room is scarce everything does: the order's number leads to the
 * details as well.
 */
export function arrange(
  order: Order,
  compact: boolean,
  m: Messages,
  viewer: Viewer = {},
): [Offer[], Offer[]] {
  const details: Offer = { kind: 'details', text: m.common.details, to: orderPath(order.id) };
  const all = [details, ...rowOffers(order, m, viewer)];
  const room = compact ? 0 : order.downloads.length > 0 ? MAX_IN_ROW - 1 : MAX_IN_ROW;
  // A menu takes the room of one offer.
  const visible = all.length === room + 1 ? room + 1 : room;
  return [all.slice(0, visible), all.slice(visible)];
}

/** What a row offers beside its details as its state and the server's word allow, the most wanted first. */
export function rowOffers(order: Order, m: Messages, viewer: Viewer = {}): Offer[] {
  const { isWatched = false, push = null } = viewer;
  const may = (action: Order['actions'][number]) => order.actions.includes(action);
  const open = order.expiresAt !== null;
  const offers: Offer[] = [];
  if (may('give_feedback')) offers.push({ kind: 'feedback', text: m.orderAction.give_feedback });
  if (order.sstatus === 8) offers.push({ kind: 'feedback', text: m.orders.viewFeedback });
  if (open && order.downloads.length > 0)
    offers.push({ kind: 'delivery', text: m.orders.download });
  if (open && order.getMethod === 0 && push !== null) offers.push({ kind: 'push', text: push });
  if (open && order.getMethod === 2 && !isWatched) {
    offers.push({ kind: 'pickup', text: m.order.contact });
  }
  if (may('save')) {
    offers.push({ kind: 'edit', text: m.orders.edit, to: orderEditPath(order.id) });
  }
  if (order.sstatus === 2) {
    const text = order.cancelledBy === null ? m.orders.cause : m.cancelled.cause;
    offers.push({ kind: 'cause', text });
  }
  if (order.sstatus === 8 && order.feedBackUpload) {
    offers.push({
      kind: 'feedbackFile',
      text: m.orders.feedbackFile,
      href: order.feedBackUpload,
    });
  }
  if (may('request_extension')) {
    offers.push({ kind: 'extension', text: m.orderAction.request_extension });
  }
  if (may('clone')) offers.push({ kind: 'clone', text: m.orderAction.clone });
  return offers;
}
