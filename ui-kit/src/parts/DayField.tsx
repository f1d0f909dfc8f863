import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs from 'dayjs';
import { CalendarLanguage, useMonthFormat } from './CalendarLanguage';

const DAY = 'YYYY-MM-DD';

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
  const monthFormat = useMonthFormat();
  return (
    <CalendarLanguage>
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
          calendarHeader: { format: monthFormat },
          field: { clearable: true },
        }}
      />
    </CalendarLanguage>
  );
}
