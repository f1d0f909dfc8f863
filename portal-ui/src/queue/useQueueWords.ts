import { useLocale } from '@scenedock/ui-kit';
import { enQueue } from './words.en';
import { zhQueue } from './words.zh';

const WORDS = { 'zh-CN': zhQueue, en: enQueue } as const;

/** What the page of the queue says. It comes with the page: nobody waits for it before a search. */
export function useQueueWords(): typeof zhQueue {
  return WORDS[useLocale().locale];
}
