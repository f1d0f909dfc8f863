import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useInfinitePaginationContext, useListContext } from 'ra-core';
import { use } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Pages } from '../Pages';
import { ListOrders, wordOf } from './listOrder';

/** Total and pages of a list. */
export function ListPages() {
  const { total = 0, page, perPage, setPage } = useListContext();
  return <Pages total={total} pageSize={perPage} page={page} onPage={setPage} />;
}

/** Goes on with a list that has no pages; `label` says so where it comes as usual, the newest first. */
export function OlderRows({ label }: { label: string }) {
  const { columns: m } = useAdminMessages();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfinitePaginationContext();
  const isUsual = wordOf(useListContext().sort) === use(ListOrders)[0];
  if (!hasNextPage) return null;
  return (
    <Stack sx={{ p: 1.5, alignItems: 'center' }}>
      <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isUsual ? label : m.more}
      </Button>
    </Stack>
  );
}
