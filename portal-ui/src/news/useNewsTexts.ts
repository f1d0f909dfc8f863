import { type Locale, useLocale } from '@scenedock/ui-kit';
import { enNews } from './news.en';
import { zhNews } from './news.zh';

const TEXTS: Readonly<Record<Locale, typeof zhNews>> = { 'zh-CN': zhNews, en: enNews };

/** They come with the pages: nobody waits for them before a search. */
export function useNewsTexts(): typeof zhNews {
  return TEXTS[useLocale().locale];
}
