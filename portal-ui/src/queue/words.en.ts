import { plural } from '@scenedock/ui-kit';
import type { zhQueue } from './words.zh';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const enQueue: typeof zhQueue = {
  title: 'Preparation and queue',
  link: 'Queue',
  intro:
    'Once an order is approved, its data is extracted and packaged in turn. This page shows how many tasks are ahead of yours, how long orders of the same size usually take, and how often the promised time was met last month.',
  refreshed: (time) => `As of ${time}`,
  mine: 'Your orders',
  none: 'None of your orders is being prepared',
  noneHint: 'Orders appear here once they are approved.',
  toOrders: 'See your orders',
  more: (n) => `${n} more of your orders ${n === 1 ? 'is' : 'are'} being prepared. See your orders`,
  ahead: (n, orMore) =>
    n === 0
      ? 'Next in the queue'
      : `${orMore ? 'At least ' : ''}${plural(n, 'task', 'tasks')} ahead`,
  atWork: 'No longer in the queue: being worked on, or waiting for the next step',
  working: 'Being worked on',
  sizeUnknown: 'Size unknown',
  extracted: (done, all) => `${done} of ${plural(all, 'scene', 'scenes')} extracted`,
  approved: (time) => `Approved ${time}`,
  usualOf: (half, most) =>
    `Orders of this size are usually ready within ${half}, nearly all within ${most}`,
  usualUnknown: 'No order of this size was prepared in the last 90 days, so no usual time is known',
  usual: 'Usual time',
  usualHint: 'From approval until the data could be downloaded, for orders of the last 90 days.',
  size: 'Order size',
  half: 'Half are ready within',
  nearlyAll: '95% are ready within',
  counted: 'Orders counted',
  scenes: (fewest, most) =>
    most === null
      ? `More than ${fewest - 1} scenes`
      : fewest === 1
        ? `Up to ${most} scenes`
        : `${fewest}–${most} scenes`,
  unknown: 'None yet',
  promise: 'Promised time',
  promised: (hours) => `Data is promised within ${duration(hours * HOUR)} of approval.`,
  notPromised: 'No time is promised at present.',
  kept: (month) => `Met in ${month}`,
  keptOf: (inTime, promised) =>
    `Ready in time: ${inTime} of ${plural(promised, 'order', 'orders')} with a promised time`,
  noneKept: (month) => `No order with a promised time became ready in ${month}`,
  duration,
};

function duration(seconds: number): string {
  if (seconds <= MINUTE) return '1 minute';
  if (seconds < HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`;
  if (seconds < 2 * DAY) return plural(Math.ceil((seconds / HOUR) * 10) / 10, 'hour', 'hours');
  return `${Math.ceil((seconds / DAY) * 10) / 10} days`;
}
