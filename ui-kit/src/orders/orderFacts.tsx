import type { ReactNode } from 'react';
import type { Order } from '../api/types';
import type { Dictionary } from '../dictionary';
import { formatTime } from '../format';
import type { Messages } from '../messages/zh-CN';
import { Clamped } from '../parts/Clamped';
import type { Fact } from '../parts/Facts';

/** A name that may be long; nothing stays nothing, which a list of facts shows as a dash. */
const long = (text: string): ReactNode => text && <Clamped text={text} lines={3} />;

/** How an order is handed out; empty while a draft leaves it open. */
export const methodName = ({ getMethod }: Pick<Order, 'getMethod'>, m: Messages): string =>
  getMethod === null ? '' : m.getMethod[getMethod];

/** Who applied for what. */
export function applicantFacts(order: Order, m: Messages, { usages }: Dictionary): Fact[] {
  return [
    [m.order.applyuser, long(order.applyuser)],
    [m.order.applyUserPhone, order.applyUserPhone],
    [m.order.applyUserUnit, long(order.applyUserUnit)],
    [m.order.productName, long(order.productName)],
    [m.order.applyUserUsed, usages.text(order.applyUserUsed)],
    [m.order.getMethod, methodName(order, m)],
  ];
}

/** Who audited the order and when it was completed and extended: only what has happened. */
export function laterFacts(order: Order, m: Messages): Fact[] {
  const time = (at: string | null) => at && formatTime(at);
  const facts: Fact[] = [
    [m.order.auditor, order.auditor],
    [m.order.endtime, time(order.endtime)],
    [m.order.delaytime, time(order.delaytime)],
  ];
  return facts.filter(([, value]) => value);
}

/** What a reprocessing order asks for; nothing for an order of another type. */
export function reprocessingFacts(order: Order, m: Messages, { levels }: Dictionary): Fact[] {
  if (order.type !== 2) return [];
  return [
    [m.order.assignment, levels.text(order.assignment ?? '')],
    [m.order.wantedEnd, order.wantedEnd],
    [m.order.extractingElements, order.extractingElements],
    [m.order.processDescribe, order.processDescribe, true],
  ];
}
