import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useInfinitePaginationContext, useListContext } from 'ra-core';
import { Pages } from '../Pages';

/** Total and pages of a list. */
export function ListPages() {
  const { total = 0, page, perPage, setPage } = useListContext();
  return <Pages total={total} pageSize={perPage} page={page} onPage={setPage} />;
}

/** Goes on with a list that has no pages. */
export function OlderRows({ label }: { label: string }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfinitePaginationContext();
  if (!hasNextPage) return null;
  return (
    <Stack sx={{ p: 1.5, alignItems: 'center' }}>
      <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </Stack>
  );
}
