import { pluralsOfOne } from '@scenedock/ui-kit/testing';
import { expect, it } from 'vitest';
import { enAnnouncements } from './announcements/announcements.en';
import { enGuide } from './guide/guide.en';
import { enPanels } from './mapTools/messages/panels.en';
import { enNews } from './news/news.en';
import { enQueue } from './queue/words.en';
import { enPages as enResults } from './results/words.en';
import { enShelf } from './shelf/words.en';
import { enPages as enSubscriptions } from './subscriptions/words.en';

it('counts one thing in the singular', () => {
  const all = {
    ...{ enAnnouncements, enGuide, enPanels, enNews, enQueue, enResults, enShelf },
    enSubscriptions,
  };
  // A limit, which is never one.
  const limit = enPanels.areaUpload.limit('1', '1');
  expect(pluralsOfOne(all).filter((text) => text !== limit)).toEqual([]);
});

it('says an hour, and one order that is prepared, in the singular', () => {
  expect(enQueue.duration(3600)).toBe('1 hour');
  expect(enQueue.promised(1)).toBe('Data is promised within 1 hour of approval.');
  expect(enQueue.more(1)).toBe('1 more of your orders is being prepared. See your orders');
});
