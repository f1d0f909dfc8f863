import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { formatTime } from '@scenedock/ui-kit';
import { CalendarLanguage, useMonthFormat } from '@scenedock/ui-kit/CalendarLanguage';
import dayjs from 'dayjs';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Narrow windows get the calendar as a dialog: beside the clock it is wider than they are. */
const BESIDE_FIELD = '(min-width: 600px) and (pointer: fine)';

/** Between China and UTC, all year. */
const CHINA = '+08:00';

interface MomentFieldProps {
  label: string;
  /** RFC 3339; null: none. */
  value: string | null;
  onChange: (moment: string | null) => void;
  hint: string;
  fault?: string | undefined;
  disabled?: boolean;
}

/** A moment in Beijing time, wherever the browser stands; one that is not finished yet counts as none. */
export function MomentField({ label, value, onChange, hint, fault, disabled }: MomentFieldProps) {
  const { content: m } = useAdminMessages();
  const monthFormat = useMonthFormat();
  return (
    <CalendarLanguage>
      <DateTimePicker
        label={`${label} · ${m.beijing}`}
        format="YYYY-MM-DD HH:mm"
        ampm={false}
        desktopModeMediaQuery={BESIDE_FIELD}
        disabled={disabled ?? false}
        value={value === null ? null : dayjs(formatTime(value))}
        onChange={(moment) =>
          onChange(
            moment?.isValid()
              ? new Date(`${moment.format('YYYY-MM-DDTHH:mm')}:00${CHINA}`).toISOString()
              : null,
          )
        }
        slotProps={{
          textField: {
            size: 'small',
            fullWidth: true,
            error: fault !== undefined,
            helperText: fault ?? hint,
          },
          calendarHeader: { format: monthFormat },
          field: { clearable: true },
        }}
      />
    </CalendarLanguage>
  );
}
