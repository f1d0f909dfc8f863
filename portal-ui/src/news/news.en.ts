import type { zhNews } from './news.zh';

export const enNews: typeof zhNews = {
  title: 'News',
  kinds: 'Types of news',
  all: 'All',
  kind: (name, n) => `${name} (${n})`,
  find: 'Search titles',
  pinned: 'Pinned',
  none: 'No news yet',
  noneHint: 'Notices and news appear here.',
  noMatch: 'No matching news',
  clear: 'Clear filters',
  back: 'Back to the news',
  published: (time) => `Published ${time}`,
  gone: 'This article does not exist or was withdrawn.',
};
