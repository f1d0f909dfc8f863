export type Locale = 'zh-CN' | 'en';

export const LOCALES: readonly Locale[] = ['zh-CN', 'en'];

const KEY = 'scenedock.locale';

/** The language chosen on this machine; Chinese until somebody chooses otherwise. */
export function storedLocale(): Locale {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'zh-CN';
}

export function storeLocale(locale: Locale): void {
  localStorage.setItem(KEY, locale);
}
