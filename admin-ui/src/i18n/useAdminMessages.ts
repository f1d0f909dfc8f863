import { type Locale, useLocale } from '@scenedock/ui-kit';
import { en } from './en';
import { type AdminMessages, zh } from './zh';

const ADMIN_MESSAGES: Record<Locale, AdminMessages> = { 'zh-CN': zh, en };

/** The back office's own texts in the current language. */
export function useAdminMessages(): AdminMessages {
  return ADMIN_MESSAGES[useLocale().locale];
}
