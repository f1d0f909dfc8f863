import type { Order, OrderForm } from '../api/types';

/** The application form of an order, as it is sent back. */
export function formOfOrder(order: Order): OrderForm {
  return {
    applyuser: order.applyuser,
    applyUserPhone: order.applyUserPhone,
    applyUserUnit: order.applyUserUnit,
    applyUserUsed: order.applyUserUsed,
    productName: order.productName,
    getMethod: order.getMethod,
    description: order.description ?? '',
    processDescribe: order.processDescribe ?? '',
    extractingElements: order.extractingElements ?? '',
    assignment: order.assignment ?? '',
    wantedEnd: order.wantedEnd,
  };
}
