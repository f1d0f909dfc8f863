import type { Locale } from './locale';
import { type Messages, zhCN } from './zh-CN';

/** Chinese comes with the app; another language is fetched by those who read it. */
const loaded: Partial<Record<Locale, Messages>> = { 'zh-CN': zhCN };

/** The messages of a language that is there already. */
export function messagesOf(locale: Locale): Messages | undefined {
  return loaded[locale];
}

/** Fetches the messages of a language. */
export async function loadMessages(locale: Locale): Promise<void> {
  if (locale === 'en') loaded.en ??= (await import('./en')).en;
}
