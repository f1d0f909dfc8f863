import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { EmptyState, useMessages } from '@scenedock/ui-kit';
import { useSyncExternalStore } from 'react';
import { useFieldNames } from '../conditions/useNodeFields';
import { decodeSearch } from '../searchState';
import { searchSummary } from '../searchWords';
import { useSearchNames } from '../useSearchNames';
import { forgetSearch, forgetSearches, onRecentChange, recentSearches } from './recentStore';
import { SearchLines } from './SearchLines';

/** The last searches of this machine. */
export function Recent({ onPick }: { onPick: (query: string) => void }) {
  const m = useMessages();
  const searches = useSyncExternalStore(onRecentChange, recentSearches);
  const names = useSearchNames(null, []);
  const read = searches.map(({ query, area }) => ({
    query,
    area,
    criteria: decodeSearch(new URLSearchParams(query)),
  }));
  const withFields = read.filter(({ criteria }) => criteria.conditions.length > 0);
  const fields = useFieldNames(withFields.flatMap(({ criteria }) => criteria.nodeIds.slice(0, 1)));
  if (searches.length === 0) {
    return <EmptyState title={m.find.recentEmpty} hint={m.find.recentEmptyHint} />;
  }
  const lines = read.map(({ query, area, criteria }) => {
    const name = searchSummary(criteria, m, { ...names, fields, area }) || m.find.noConditions;
    return { id: query, name, removeName: m.find.removeRecent(name) };
  });
  return (
    <>
      <SearchLines label={m.find.recent} lines={lines} onPick={onPick} onRemove={forgetSearch} />
      <Stack direction="row" sx={{ justifyContent: 'flex-end', p: 0.5 }}>
        <Button onClick={forgetSearches}>{m.find.clearRecent}</Button>
      </Stack>
    </>
  );
}
