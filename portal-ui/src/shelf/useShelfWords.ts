import { useLocale } from '@scenedock/ui-kit';
import { enShelf } from './words.en';
import { zhShelf } from './words.zh';

const WORDS = { 'zh-CN': zhShelf, en: enShelf } as const;

/** What the page of one's own shelf says. It comes with the page: nobody waits for it before a search. */
export function useShelfWords(): typeof zhShelf {
  return WORDS[useLocale().locale];
}
