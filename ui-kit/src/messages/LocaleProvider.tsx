import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { createAppTheme } from '../theme';
import { en } from './en';
import type { Locale } from './locale';
import { type Messages, zhCN } from './zh-CN';

const KEY = 'scenedock.locale';

export const MESSAGES: Record<Locale, Messages> = { 'zh-CN': zhCN, en };

type LocaleState = { locale: Locale; messages: Messages; setLocale: (locale: Locale) => void };

const Context = createContext<LocaleState>({
  locale: 'zh-CN',
  messages: zhCN,
  setLocale: () => undefined,
});

/** The language chosen on this machine; Chinese until somebody chooses otherwise. */
export function storedLocale(): Locale {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'zh-CN';
}

/** Language and theme for everything below. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState<Locale>(storedLocale);
  useEffect(() => {
    document.documentElement.lang = locale;
    localStorage.setItem(KEY, locale);
  }, [locale]);
  const theme = useMemo(() => createAppTheme(locale), [locale]);
  const state = useMemo(() => ({ locale, messages: MESSAGES[locale], setLocale }), [locale]);
  return (
    <Context.Provider value={state}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </Context.Provider>
  );
}

export function useLocale(): LocaleState {
  return useContext(Context);
}

/** The messages of the current language. */
export function useMessages(): Messages {
  return useContext(Context).messages;
}
