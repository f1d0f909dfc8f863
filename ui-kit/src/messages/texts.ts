import type { Message } from '../api/types';
import { textsOf } from './loaded';
import { type Locale, storedLocale } from './locale';

/** Messages in messages that are rendered; deeper ones stay codes, as on the server. */
const DEEPEST = 8;

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** What stands between names in a sentence, and behind the last one where there are more: as on the server. */
const BETWEEN_NAMES: Readonly<Record<Locale, string>> = { 'zh-CN': '、', en: ', ' };
const MORE_NAMES = '…';

function joined(names: readonly unknown[], locale: Locale): string {
  return names.reduce<string>((text, name) => {
    const between = text === '' || name === MORE_NAMES ? '' : BETWEEN_NAMES[locale];
    return `${text}${between}${String(name)}`;
  }, '');
}

function filled(message: Message, locale: Locale, depth: number): string {
  const template = textsOf(locale)?.[message.code];
  if (template === undefined) return message.code;
  return template.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = message.params?.[name];
    if (value === undefined) return all;
    if (Array.isArray(value)) return joined(value, locale);
    if (!isMessage(value)) return String(value);
    return depth > 0 ? filled(value, locale, depth - 1) : value.code;
  });
}

/**
 * The words of a message of the server in the reader's language. `chinese` is what the server sent beside it, out of the
 * same catalogue: a reader of Chinese gets that, and everybody does whose catalogue does not know the code.
 */
export function textOf(
  message: Partial<Message> | null | undefined,
  chinese: string,
  locale: Locale = storedLocale(),
): string {
  const texts = textsOf(locale);
  if (texts === undefined || message?.code === undefined || !(message.code in texts)) {
    return chinese;
  }
  return filled({ code: message.code, params: message.params ?? {} }, locale, DEEPEST);
}
