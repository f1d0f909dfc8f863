import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { formatDate, textSize } from '@scenedock/ui-kit';
import { yearOf } from '../../search/conditions/TimeFields';
import { useToolMessages } from '../messages/useToolMessages';
import { daysAgo } from './pointQueryState';

type Props = {
  /** The earliest acquisition, RFC 3339; empty for any time. */
  time: string;
  /** The latest day, as the search has it; null for none. */
  until: string | null;
  onTime: (time: string) => void;
};

const DAYS = { days30: 30, year: 365 } as const;

/** Since when what is at a point is asked for; the time of a search is shown as there. */
export function PointPeriod({ time, until, onTime }: Props) {
  const m = useToolMessages();
  const now = new Date();
  const days = Math.round((now.getTime() - Date.parse(time)) / 86_400_000);
  const open =
    time === '' ? 'all' : days === DAYS.days30 ? 'days30' : days === DAYS.year ? 'year' : 'kept';
  const value = until === null ? open : 'kept';
  const from = time === '' ? null : formatDate(time);
  const year = yearOf({ from, to: until });
  const names = m.pointQuery.periods;
  return (
    <Select
      variant="standard"
      disableUnderline
      value={value}
      inputProps={{ 'aria-label': m.pointQuery.since }}
      onChange={({ target }) => {
        if (target.value === 'all') onTime('');
        if (target.value === 'days30' || target.value === 'year') {
          onTime(daysAgo(now, DAYS[target.value]));
        }
      }}
      sx={{ fontSize: textSize.note }}
    >
      {value === 'kept' ? (
        <MenuItem value="kept">
          {year === null ? m.find.time(from, until) : m.find.year(year)}
        </MenuItem>
      ) : null}
      <MenuItem value="days30">{names.days30}</MenuItem>
      <MenuItem value="year">{names.year}</MenuItem>
      <MenuItem value="all">{names.all}</MenuItem>
    </Select>
  );
}
