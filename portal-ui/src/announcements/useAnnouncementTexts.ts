import { type Locale, useLocale } from '@scenedock/ui-kit';
import { enAnnouncements } from './announcements.en';
import { zhAnnouncements } from './announcements.zh';

const TEXTS: Readonly<Record<Locale, typeof zhAnnouncements>> = {
  'zh-CN': zhAnnouncements,
  en: enAnnouncements,
};

/** They come with the banner, which comes after the page. */
export function useAnnouncementTexts(): typeof zhAnnouncements {
  return TEXTS[useLocale().locale];
}
