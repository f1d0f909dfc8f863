import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { createAppTheme } from '../theme';
import { en } from './en';
import { type Locale, storedLocale, storeLocale } from './locale';
import { type Messages, zhCN } from './zh-CN';

export const MESSAGES: Record<Locale, Messages> = { 'zh-CN': zhCN, en };

type LocaleState = { locale: Locale; messages: Messages; setLocale: (locale: Locale) => void };

const Context = createContext<LocaleState>({
  locale: 'zh-CN',
  messages: zhCN,
  setLocale: () => undefined,
});

/** Language and theme for everything below. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState<Locale>(storedLocale);
  useEffect(() => {
    document.documentElement.lang = locale;
    storeLocale(locale);
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
