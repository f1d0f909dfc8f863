import { useCallback } from 'react';
import type { Message } from '../api/types';
import { useLocale } from './LocaleProvider';
import { textOf } from './texts';

/** The words of the server's messages in the language of the screen; the Chinese ones where there are no others. */
export function useText() {
  const { locale } = useLocale();
  return useCallback(
    (message: Message | null | undefined, chinese: string) => textOf(message, chinese, locale),
    [locale],
  );
}
