import type { Locale } from './locale';
import { type Messages, zhCN } from './zh-CN';

/** Chinese comes with the app; another language is fetched by those who read it. */
const loaded: Partial<Record<Locale, Messages>> = { 'zh-CN': zhCN };

/** The messages of a language that is there already. */
export function messagesOf(locale: Locale): Messages | undefined {
  return loaded[locale];
}

/** The catalogue of what the server says. It sends the Chinese words along, so nobody fetches those. */
const texts: Partial<Record<Locale, Readonly<Record<string, string>>>> = {};

/** The words of the server's messages in a language, where they have been fetched. */
export function textsOf(locale: Locale): Readonly<Record<string, string>> | undefined {
  return texts[locale];
}

/** Fetches the messages of a language. */
export async function loadMessages(locale: Locale): Promise<void> {
  if (locale !== 'en' || loaded.en !== undefined) return;
  const [{ en }, { default: english }] = await Promise.all([
    import('./en'),
    import('../../../texts/en.json'),
  ]);
  texts.en = english;
  loaded.en = en;
}
