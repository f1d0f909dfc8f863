import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { NewsState, NewsType, WrittenNewsQuery } from '@scenedock/ui-kit';
import { useGetList } from 'ra-core';
import { Link } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChoiceFilter, FindFilter, ListFilters } from '../parts/list/ListFilters';
import { ResourceList } from '../parts/list/ResourceList';
import { PageHead } from '../parts/PageHead';
import { useMay } from '../providers/useMe';
import { NewsTable } from './NewsTable';

const STATES: readonly NewsState[] = ['draft', 'published', 'withdrawn'];

const CONDITIONS = { q: 'text', type: 'text', state: STATES } as const;

/** What the list may be ordered by. */
const ORDERS = ['-changed', 'title', '-publishAt'] as const satisfies readonly NonNullable<
  WrittenNewsQuery['sort']
>[];

/** Every article, whatever its state. */
export function NewsPage() {
  const { news: m } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  return (
    <ResourceList resource="news" orders={ORDERS} title={m.title} conditions={CONDITIONS}>
      <PageHead title={m.title}>
        {mayWrite && (
          <Button
            component={Link}
            to="/news/new"
            variant="contained"
            size="medium"
            startIcon={<Add />}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Filters />
        <NewsTable />
      </Paper>
    </ResourceList>
  );
}

function Filters() {
  const { news: m, content } = useAdminMessages();
  const { data: types = [] } = useGetList<NewsType>('newsTypes');
  return (
    <ListFilters sx={{ p: 1.5 }}>
      <FindFilter source="q" label={m.find} width={{ xs: '100%', sm: 220 }} />
      <ChoiceFilter source="type" label={m.type} width={160} any={m.anyType} choices={types} />
      <ChoiceFilter
        source="state"
        label={m.state}
        width={130}
        any={m.anyState}
        choices={STATES.map((id) => ({ id, name: content.states[id] }))}
      />
    </ListFilters>
  );
}
