import { plural } from './plural';
import type { zhWaits } from './waits.zh-CN';

/** The same in English. */
export const enWaits: typeof zhWaits = {
  waits: {
    title: 'Why it is waiting',
    since: (time) => `Since ${time}`,
    tasks: (n) => plural(n, 'task', 'tasks'),
  },
};
