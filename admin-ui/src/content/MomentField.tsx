import TextField from '@mui/material/TextField';
import { formatTime } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

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

/** A moment in Beijing time, wherever the browser stands. */
export function MomentField({ label, value, onChange, hint, fault, disabled }: MomentFieldProps) {
  const { content: m } = useAdminMessages();
  return (
    <TextField
      type="datetime-local"
      size="small"
      label={`${label} · ${m.beijing}`}
      value={value === null ? '' : formatTime(value).replace(' ', 'T')}
      onChange={({ target }) => {
        const moment = new Date(`${target.value}:00${CHINA}`);
        onChange(Number.isNaN(moment.getTime()) ? null : moment.toISOString());
      }}
      error={fault !== undefined}
      helperText={fault ?? hint}
      disabled={disabled ?? false}
      slotProps={{ inputLabel: { shrink: true } }}
      fullWidth
    />
  );
}
