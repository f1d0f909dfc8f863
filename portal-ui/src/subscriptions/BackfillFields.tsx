import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type BackfillForm,
  errorText,
  formatBytes,
  type SceneSearch,
  subscriptions,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { useQuery } from '@tanstack/react-query';
import { isWhole } from './backfillRange';
import { usePageWords } from './usePageWords';

const BASES = ['acquired', 'received'] as const;

type Props = {
  /** A subscription's id, or the search of one that is still to be made. */
  of: string | SceneSearch;
  range: BackfillForm;
  onChange: (range: BackfillForm) => void;
};

/** Which earlier scenes are asked for, and how many that would be. */
export function BackfillFields({ of, range, onChange }: Props) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const turned = range.from !== '' && range.to !== '' && range.from > range.to;
  return (
    <Stack sx={{ gap: 2, pt: 1 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        <TextField
          select
          fullWidth
          label={m.backfillBasis}
          value={range.basis}
          onChange={({ target }) =>
            onChange({ ...range, basis: target.value as BackfillForm['basis'] })
          }
        >
          {BASES.map((one) => (
            <MenuItem key={one} value={one}>
              {w.bases[one]}
            </MenuItem>
          ))}
        </TextField>
        <DayField
          fullWidth
          label={m.backfillFrom}
          value={range.from}
          onChange={(from) => onChange({ ...range, from })}
        />
        <DayField
          fullWidth
          label={m.backfillTo}
          value={range.to}
          problem={turned ? m.backfillTurned : undefined}
          onChange={(to) => onChange({ ...range, to })}
        />
      </Stack>
      {isWhole(range) ? <BackfillCount of={of} range={range} /> : null}
    </Stack>
  );
}

function BackfillCount({ of, range }: Omit<Props, 'onChange'>) {
  const m = usePageWords();
  const { data, error } = useQuery({
    queryKey: ['backfillPreview', of, range],
    queryFn: ({ signal }) => subscriptions.previewBackfill(of, range, { signal }),
  });
  const number = (n: number) => n.toLocaleString('en');
  const parts =
    data === undefined
      ? [m.backfillCounting]
      : [
          m.backfillCounted(number(data.scenes), number(data.new), formatBytes(data.bytes)),
          ...(data.scenes > data.most ? [m.backfillMost(number(data.most))] : []),
        ];
  return (
    <Alert severity={error ? 'warning' : 'info'} role="status">
      {error ? errorText(error, m.dryRunFailed) : parts.join(' ')}
    </Alert>
  );
}
