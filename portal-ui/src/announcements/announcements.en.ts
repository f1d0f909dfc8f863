import type { zhAnnouncements } from './announcements.zh';

export const enAnnouncements: typeof zhAnnouncements = {
  banner: 'Announcements',
  pause: 'Stop scrolling',
  go: 'Resume scrolling',
  open: (title) => `Read the announcement: ${title}`,
  close: (title) => `Hide the announcement: ${title}`,
  important: 'Important',
  at: (n, all) => `${n} of ${all}`,
  previous: 'Previous',
  next: 'Next',
  dismiss: 'Hide',
  since: (time) => `Published ${time}`,
};
