import { type Locale, useLocale } from '@scenedock/ui-kit';
import { enGuide } from './guide.en';
import { zhGuide } from './guide.zh';

const GUIDES: Readonly<Record<Locale, typeof zhGuide>> = { 'zh-CN': zhGuide, en: enGuide };

/** The long texts of the pages that explain. They come with these pages: nobody waits for them before a search. */
export function useGuide(): typeof zhGuide {
  return GUIDES[useLocale().locale];
}
