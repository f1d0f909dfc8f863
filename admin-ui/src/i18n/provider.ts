import type { Locale } from '@scenedock/ui-kit';
import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import raEn from 'ra-language-english';
import { raZh } from './raZh';

/** react-admin's own, in the words of the rest of the page. */
const EN: TranslationMessages = {
  ...raEn,
  ra: {
    ...raEn.ra,
    auth: {
      ...raEn.ra.auth,
      auth_check_error: 'Please sign in to continue',
      user_menu: 'Account menu',
      logout: 'Sign out',
    },
  },
};

const RA_MESSAGES: Record<Locale, TranslationMessages> = { 'zh-CN': raZh, en: EN };

/**
 * react-admin's own texts in one language. The language is the ui-kit's to choose:
 * the app builds a new provider when it changes.
 */
export function makeI18nProvider(locale: Locale): I18nProvider {
  return polyglotI18nProvider(
    () => RA_MESSAGES[locale],
    locale,
    [{ locale, name: locale }],
    // Our own texts and the server's pass through translate as they are.
    { allowMissing: true },
  );
}
