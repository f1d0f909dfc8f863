import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  contentDesk,
  EmptyState,
  type NewsState,
  QueryResult,
  useMessages,
  useSettled,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { Pages } from '../parts/Pages';
import { useMay } from '../providers/useMe';
import { CONTENT } from './contentTopic';
import { NewsTable } from './NewsTable';
import { useContentAddress } from './useContentAddress';
import { useNewsTypes } from './useNewsTypes';

const PAGE_SIZE = 20;
const STATES: readonly NewsState[] = ['draft', 'published', 'withdrawn'];

/** Every article, whatever its state. */
export function NewsPage() {
  const { news: m } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  return (
    <>
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
        <Articles />
      </Paper>
    </>
  );
}

function Filters() {
  const { news: m, content } = useAdminMessages();
  const { q, type, state, find, chooseType, chooseState } = useContentAddress();
  const types = useNewsTypes().data?.items ?? [];
  const select = { select: { displayEmpty: true }, inputLabel: { shrink: true } };
  return (
    <Stack direction="row" sx={{ p: 1.5, gap: 1.5, flexWrap: 'wrap' }}>
      <TextField
        type="search"
        label={m.find}
        value={q}
        onChange={(event) => find(event.target.value)}
        sx={{ width: { xs: '100%', sm: 220 } }}
      />
      <TextField
        select
        label={m.type}
        value={types.some(({ id }) => id === type) ? type : ''}
        onChange={({ target }) => chooseType(target.value)}
        slotProps={select}
        sx={{ width: 160 }}
      >
        <MenuItem value="">{m.anyType}</MenuItem>
        {types.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={m.state}
        value={STATES.find((one) => one === state) ?? ''}
        onChange={({ target }) => chooseState(target.value)}
        slotProps={select}
        sx={{ width: 130 }}
      >
        <MenuItem value="">{m.anyState}</MenuItem>
        {STATES.map((one) => (
          <MenuItem key={one} value={one}>
            {content.states[one]}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  );
}

function Articles() {
  const { common } = useMessages();
  const { news: m } = useAdminMessages();
  const { q, type, state, page, turn } = useContentAddress();
  const part = useSettled(q.trim());
  const known = STATES.find((one) => one === state);
  const query = useQuery({
    queryKey: [CONTENT, 'news', part, type, known, page],
    queryFn: ({ signal }) =>
      contentDesk.news.list(
        { q: part || undefined, type: type || undefined, state: known, page, pageSize: PAGE_SIZE },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const narrowed = part !== '' || type !== '' || known !== undefined;
  return (
    <QueryResult query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState title={narrowed ? common.noMatch : m.empty} />
        ) : (
          <>
            <NewsTable news={items} />
            <Pages total={total} pageSize={PAGE_SIZE} page={page} onPage={turn} />
          </>
        )
      }
    </QueryResult>
  );
}
