import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState, formatBytes, QueryResult, registry, useSettled } from '@scenedock/ui-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { whole } from '../parts/figures/numbers';
import { EntryTable } from './EntryTable';
import { RegistryFilterFields } from './RegistryFilterFields';
import { registryQuery, type useRegistryAddress } from './useRegistryAddress';

/** The entries that the address asks for, the newest first. */
export function EntriesTab({ address }: { address: ReturnType<typeof useRegistryAddress> }) {
  const { registry: m } = useAdminMessages();
  const { period, filters } = address;
  const settled = {
    ...filters,
    q: useSettled(filters.q.trim()),
    person: useSettled(filters.person.trim()),
    ordername: useSettled(filters.ordername.trim()),
  };
  const conditions = registryQuery(period, settled);
  const query = useInfiniteQuery({
    queryKey: ['registry', conditions],
    queryFn: ({ pageParam, signal }) =>
      registry.list(
        { ...conditions, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const sum = query.data?.pages[0]?.sum;
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <RegistryFilterFields address={address} />
      <Stack
        direction="row"
        sx={{ px: 1.5, pb: 1, minHeight: 36, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
      >
        <Typography variant="body2" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {sum ? m.sum(whole(sum.entries), whole(sum.scenes), formatBytes(sum.bytes)) : ''}
        </Typography>
        {address.isNarrowed && <Button onClick={address.clear}>{m.clear}</Button>}
      </Stack>
      <QueryResult query={query}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          return entries.length === 0 ? (
            <EmptyState title={m.empty} hint={m.emptyHint} />
          ) : (
            <EntryTable entries={entries} />
          );
        }}
      </QueryResult>
      {query.hasNextPage && (
        <Stack sx={{ p: 1.5, alignItems: 'center' }}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.older}
          </Button>
        </Stack>
      )}
    </Paper>
  );
}
