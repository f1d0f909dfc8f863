import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState, formatBytes } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { whole } from '../parts/figures/numbers';
import { EntryTable } from './EntryTable';
import { RegistryFilterFields } from './RegistryFilterFields';

/** The entries that the address asks for, the newest first. */
export function EntriesTab() {
  const { registry: m } = useAdminMessages();
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <RegistryFilterFields />
      <Sum />
      <EntryTable empty={<EmptyState title={m.empty} hint={m.emptyHint} />} />
    </Paper>
  );
}

interface RegistrySum {
  entries: number;
  scenes: number;
  bytes: number;
  /** Whether that is all. */
  isWhole: boolean;
}

/** How much the conditions leave, and the way back to all of it. */
function Sum() {
  const { registry: m } = useAdminMessages();
  const { meta, filterValues, setFilters } = useListContext();
  const sum: RegistrySum | undefined = meta?.sum;
  const words = ({ entries, scenes, bytes }: RegistrySum) =>
    m.sum(whole(entries), whole(scenes), formatBytes(bytes));
  return (
    <Stack
      direction="row"
      sx={{ px: 1.5, pb: 1, minHeight: 36, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
    >
      <Typography variant="body2" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {sum && (sum.isWhole ? words(sum) : m.sumAtLeast(whole(sum.entries)))}
      </Typography>
      {Object.keys(filterValues).length > 0 && (
        <Button onClick={() => setFilters({})}>{m.clear}</Button>
      )}
    </Stack>
  );
}
