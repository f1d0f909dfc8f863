const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the page of the queue says. */
export const zhQueue = {
  title: '制备进度与排队',
  link: '排队情况',
  intro:
    '审核通过后，系统依次提取、打包数据。这里可以看到您的订单前面还有多少任务、同样大小的订单通常多久完成，以及上月承诺的兑现情况。',
  refreshed: (time: string) => `截至 ${time}`,
  mine: '我的订单',
  none: '没有正在制备的订单',
  noneHint: '订单审核通过后进入制备，届时可在这里查看排队情况',
  toOrders: '查看我的订单',
  more: (n: number) => `另有 ${n} 个订单正在制备，可在“我的订单”中查看`,
  ahead: (n: number, orMore: boolean) =>
    n === 0
      ? '下一个就轮到'
      : `前面${orMore ? '至少' : ''}还有 ${n.toLocaleString('en-US')} 个任务`,
  atWork: '没有任务在排队：正在处理，或在等待下列事项',
  working: '正在处理',
  sizeUnknown: '数据量未知',
  extracted: (done: number, all: number) => `已提取 ${done} / ${all} 景`,
  approved: (time: string) => `${time} 审核通过`,
  usualOf: (half: string, most: string) =>
    `同样大小的订单通常 ${half} 内完成，绝大多数不超过 ${most}`,
  usualUnknown: '近 90 天没有同样大小的订单，暂无参考用时',
  usual: '通常用时',
  usualHint: '近 90 天完成的订单，从审核通过到数据可以下载的时间。',
  size: '订单大小',
  half: '一半订单在此时间内完成',
  nearlyAll: '95% 的订单在此时间内完成',
  counted: '统计订单数',
  scenes: (fewest: number, most: number | null) =>
    most === null
      ? `${fewest - 1} 景以上`
      : fewest === 1
        ? `${most} 景以内`
        : `${fewest}–${most} 景`,
  unknown: '暂无',
  promise: '制备承诺',
  promised: (hours: number) => `承诺审核通过后 ${duration(hours * HOUR)} 内备好数据。`,
  notPromised: '目前没有承诺制备时限。',
  kept: (month: string) => `${month} 按承诺完成`,
  keptOf: (inTime: number, promised: number) => `${promised} 个有承诺的订单中 ${inTime} 个按时完成`,
  noneKept: (month: string) => `${month} 没有带承诺完成的订单`,
  duration,
};

/** A duration as people say it, never shorter than it is. */
function duration(seconds: number): string {
  if (seconds <= MINUTE) return '1 分钟';
  if (seconds < HOUR) return `${Math.ceil(seconds / MINUTE)} 分钟`;
  if (seconds < 2 * DAY) return `${Math.ceil((seconds / HOUR) * 10) / 10} 小时`;
  return `${Math.ceil((seconds / DAY) * 10) / 10} 天`;
}
