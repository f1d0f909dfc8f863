import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { zhCN } from '@mui/x-date-pickers/locales';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useLocale } from '../messages/LocaleProvider';

const DAY = 'YYYY-MM-DD';
/** What the calendar says; without it buttons and labels are English. */
const CHINESE = zhCN.components.MuiLocalizationProvider.defaultProps.localeText;

interface DayFieldProps {
  label: string;
  /** `yyyy-MM-dd`, empty for no day. */
  value?: string;
  onChange: (day: string) => void;
  problem?: string | undefined;
  /** What to know of the day; a problem stands in its place. */
  hint?: string;
  /** As wide as what it stands in. */
  fullWidth?: boolean;
  /** Today is the first day that can be picked. */
  disablePast?: boolean;
}

/** A day, typed or picked. A day that is not finished yet counts as none. */
export function DayField({
  label,
  value,
  onChange,
  problem,
  hint,
  fullWidth = false,
  disablePast = false,
}: DayFieldProps) {
  const { locale } = useLocale();
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={locale === 'en' ? 'en' : 'zh-cn'}
      {...(locale === 'en' ? {} : { localeText: CHINESE })}
    >
      <DatePicker
        label={label}
        format={DAY}
        disablePast={disablePast}
        value={value ? dayjs(value) : null}
        onChange={(day) => onChange(day?.isValid() ? day.format(DAY) : '')}
        slotProps={{
          textField: {
            size: 'small',
            sx: { width: fullWidth ? '100%' : 192 },
            error: Boolean(problem),
            helperText: problem ?? hint,
          },
          // The default header reads "十一月 2026" in Chinese.
          calendarHeader: { format: locale === 'en' ? 'MMMM YYYY' : 'YYYY年M月' },
          field: { clearable: true },
        }}
      />
    </LocalizationProvider>
  );
}
