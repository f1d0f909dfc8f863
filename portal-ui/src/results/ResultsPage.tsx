import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState, QueryResult, researchResults, useExistingPage } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { ResultCards } from './ResultCards';
import { ResultDialog } from './ResultDialog';
import { RESULTS } from './resultKeys';
import { usePageWords } from './usePageWords';

const PAGE_SIZE = 20;

/** 我的成果: what the person made with the data. */
export default function ResultsPage() {
  const m = usePageWords();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const [adding, setAdding] = useState(false);
  const query = useQuery({
    queryKey: [...RESULTS, 'own', page],
    queryFn: ({ signal }) => researchResults.own({ page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  useExistingPage({ page, pageSize: PAGE_SIZE }, query, (last) =>
    setParams({ page: String(last) }, { replace: true }),
  );
  return (
    <Stack sx={{ maxWidth: 1000, mx: 'auto', p: 2, gap: 1.5 }}>
      <PageTitle parts={[m.title]} />
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {m.title}
        </Typography>
        <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
          {m.add}
        </Button>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {m.intro}
      </Typography>
      <QueryResult query={query} empty={<EmptyState title={m.empty} hint={m.emptyHint} />}>
        {({ items, total }) => (
          <>
            <ResultCards label={m.title} items={items} />
            {total > PAGE_SIZE ? (
              <Pagination
                page={page}
                count={Math.ceil(total / PAGE_SIZE)}
                onChange={(_, next) => setParams({ page: String(next) })}
              />
            ) : null}
          </>
        )}
      </QueryResult>
      {adding ? <ResultDialog onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}
