import CssBaseline from '@mui/material/CssBaseline';
// Material's own also carries what switches between colour schemes by variables, which the tokens do here.
import { ThemeProvider } from '@mui/system';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { createAppTheme } from '../theme';
import type { Scheme } from '../tokens';
import { loadMessages, messagesOf } from './loaded';
import { type Locale, storedLocale, storeLocale } from './locale';
import { type Messages, zhCN } from './zh-CN';

type LocaleState = { locale: Locale; messages: Messages; setLocale: (locale: Locale) => void };

const Context = createContext<LocaleState>({
  locale: 'zh-CN',
  messages: zhCN,
  setLocale: () => undefined,
});

type Props = { scheme?: Scheme; children: ReactNode };

/** Language and theme for everything below, which waits for a language that is not there yet. */
export function LocaleProvider({ scheme = 'light', children }: Props) {
  const [locale, setOwnLocale] = useState<Locale>(storedLocale);
  const [, setFetched] = useState(0);
  const messages = messagesOf(locale);
  const setLocale = useCallback((next: Locale) => {
    // What is on the screen stays until the other language has come; when it does not come, it just stays.
    loadMessages(next).then(
      () => setOwnLocale(next),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (messages !== undefined) return;
    loadMessages(locale).then(
      () => setFetched((n) => n + 1),
      () => setOwnLocale('zh-CN'),
    );
  }, [locale, messages]);
  useEffect(() => {
    document.documentElement.lang = locale;
    storeLocale(locale);
  }, [locale]);
  const theme = useMemo(() => createAppTheme(locale, scheme), [locale, scheme]);
  const state = useMemo(
    () => (messages === undefined ? null : { locale, messages, setLocale }),
    [locale, messages, setLocale],
  );
  if (state === null) return null;
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
