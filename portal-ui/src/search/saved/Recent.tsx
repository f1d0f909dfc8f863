import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { EmptyState, useMessages } from '@scenedock/ui-kit';
import { useSyncExternalStore } from 'react';
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
  if (searches.length === 0) {
    return <EmptyState title={m.find.recentEmpty} hint={m.find.recentEmptyHint} />;
  }
  const lines = searches.map(({ query, area }) => {
    const criteria = decodeSearch(new URLSearchParams(query));
    const name = searchSummary(criteria, m, { ...names, area }) || m.find.noConditions;
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
