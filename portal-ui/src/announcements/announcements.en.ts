import type { zhAnnouncements } from './announcements.zh';

export const enAnnouncements: typeof zhAnnouncements = {
  banner: 'Announcements',
  pause: 'Stop scrolling',
  go: 'Scroll on',
  open: (title) => `Read the announcement: ${title}`,
  close: (title) => `Hide the announcement: ${title}`,
  important: 'Important',
  at: (n, all) => `${n} of ${all}`,
  previous: 'Previous',
  next: 'Next',
  dismiss: 'Hide it',
  since: (time) => `Published ${time}`,
};
