import type { zhQueue } from './words.zh';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const enQueue: typeof zhQueue = {
  title: 'Preparation and queue',
  link: 'Queue',
  intro:
    'Once an order is approved, its data are extracted and packaged in turn. Here is how many tasks are before yours, how long orders of the same size usually take, and how many promises were kept last month.',
  refreshed: (time) => `As of ${time}`,
  mine: 'Your orders',
  none: 'No order is being prepared',
  noneHint: 'An order appears here once it is approved',
  toOrders: 'See your orders',
  more: (n) => `${n} more of your orders are being prepared: see your orders`,
  ahead: (n, orMore) =>
    n === 0
      ? 'It is next'
      : `${orMore ? 'At least ' : ''}${n.toLocaleString('en-US')} ${n === 1 ? 'task' : 'tasks'} before it`,
  atWork: 'Nothing of it stands in line: it is at work, or waits for what follows',
  working: 'At work',
  extracted: (done, all) => `${done} of ${all} scenes extracted`,
  approved: (time) => `Approved ${time}`,
  usualOf: (half, most) =>
    `Orders of this size are usually ready within ${half}, nearly all within ${most}`,
  usualUnknown: 'No order of this size was prepared in the last 90 days, so there is no usual time',
  usual: 'Usual time',
  usualHint: 'From approval until the data could be downloaded, of orders of the last 90 days.',
  size: 'Size of the order',
  half: 'Half are ready within',
  nearlyAll: '95 of 100 are ready within',
  counted: 'Orders counted',
  scenes: (fewest, most) =>
    most === null
      ? `More than ${fewest - 1} scenes`
      : fewest === 1
        ? `Up to ${most} scenes`
        : `${fewest}–${most} scenes`,
  unknown: 'None yet',
  promise: 'Promise',
  promised: (hours) => `Data are promised within ${duration(hours * HOUR)} of approval.`,
  notPromised: 'No time is promised at present.',
  kept: (month) => `Kept in ${month}`,
  keptOf: (inTime, promised) => `${inTime} of ${promised} promised orders were ready in time`,
  noneKept: (month) => `No order with a promise became ready in ${month}`,
  duration,
};

function duration(seconds: number): string {
  if (seconds <= MINUTE) return '1 minute';
  if (seconds < HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`;
  if (seconds < 2 * DAY) return `${Math.ceil((seconds / HOUR) * 10) / 10} hours`;
  return `${Math.ceil((seconds / DAY) * 10) / 10} days`;
}
