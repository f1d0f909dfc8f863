import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { zhCN } from '@mui/x-date-pickers/locales';
import type { ReactNode } from 'react';
import 'dayjs/locale/zh-cn';
import { useLocale } from '../messages/LocaleProvider';

/** What the calendar says; without it buttons and labels are English. */
const CHINESE = zhCN.components.MuiLocalizationProvider.defaultProps.localeText;

/** Lets calendars speak the language of the screen. */
export function CalendarLanguage({ children }: { children: ReactNode }) {
  const { locale } = useLocale();
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={locale === 'en' ? 'en' : 'zh-cn'}
      {...(locale === 'en' ? {} : { localeText: CHINESE })}
    >
      {children}
    </LocalizationProvider>
  );
}

/** The header of a month; the default reads "十一月 2026" in Chinese. */
export function useMonthFormat(): string {
  const { locale } = useLocale();
  return locale === 'en' ? 'MMMM YYYY' : 'YYYY年M月';
}
