import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  formatBytes,
  QueryResult,
  registry,
  useDictionary,
  useInstrumentNames,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { PROVIDED_BY, type ProvidedBy, rowsOf } from './useRegistryAddress';

interface FiguresTabProps {
  period: Period;
  by: ProvidedBy;
  onChange: (by: ProvidedBy) => void;
}

/** How much was provided, by month, unit, usage or satellite; each figure leads to its entries. */
export function FiguresTab({ period, by, onChange }: FiguresTabProps) {
  const { registry: m } = useAdminMessages();
  const nameOf = useValueName(by);
  const query = useQuery({
    queryKey: ['registry', 'figures', by, period],
    queryFn: ({ signal }) => registry.figures({ ...period, by }, { signal }),
  });
  return (
    <Stack spacing={1.5}>
      <TextField
        select
        label={m.by}
        value={by}
        onChange={({ target }) => onChange(target.value as ProvidedBy)}
        sx={{ maxWidth: 240, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
      >
        {PROVIDED_BY.map((one) => (
          <MenuItem key={one} value={one}>
            {m.bys[one]}
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="body2" color="textSecondary">
        {m.figuresHint}
      </Typography>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={m.empty} hint={m.emptyHint} />
          ) : (
            <FigureTable
              label={m.bys[by]}
              names={m.value[by]}
              columns={[m.entries, m.scenes, m.size]}
              links={m}
              rows={items.map(({ value, entries, scenes, bytes }) => ({
                key: value,
                name: nameOf(value) || m.none,
                figures: [whole(entries), whole(scenes), formatBytes(bytes)],
                rows: rowsOf(by, value, period) ?? undefined,
              }))}
            />
          )
        }
      </QueryResult>
    </Stack>
  );
}

function useValueName(by: ProvidedBy): (value: string) => string {
  const { usages } = useDictionary();
  const names = useInstrumentNames();
  if (by === 'usage') return usages.text;
  return by === 'satellite' ? names.satellite : (value) => value;
}
