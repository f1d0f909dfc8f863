import { useLocale } from '@scenedock/ui-kit';
import { enPages } from './words.en';
import { zhPages } from './words.zh';

const WORDS = { 'zh-CN': zhPages, en: enPages } as const;

/** What the pages of results say. They come with these pages: nobody waits for them before a search. */
export function usePageWords(): typeof zhPages {
  return WORDS[useLocale().locale];
}
