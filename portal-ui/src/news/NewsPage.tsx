import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Pagination from '@mui/material/Pagination';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { EmptyState, published, QueryResult, useExistingPage } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PageTitle } from '../parts/PageTitle';
import { useTypedText } from '../parts/useTypedText';
import { HeadlineList } from './HeadlineList';
import { useNewsAddress } from './useNewsAddress';
import { useNewsTexts } from './useNewsTexts';

const PAGE_SIZE = 15;

/** What the information office has published, page by page. */
export default function NewsPage() {
  const m = useNewsTexts();
  const { q, find } = useNewsAddress();
  const [typed, type] = useTypedText(q, find);
  return (
    <Stack spacing={2} sx={{ maxWidth: 960 }}>
      <PageTitle parts={[m.title]} />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <Typography variant="h1" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
          {m.title}
        </Typography>
        <TextField
          type="search"
          size="small"
          label={m.find}
          value={typed}
          onChange={(event) => type(event.target.value)}
          sx={{ width: { xs: '100%', sm: 260 } }}
        />
      </Stack>
      <Kinds />
      <Headlines />
    </Stack>
  );
}

/** The types of which there is something; one alone needs no choice. */
function Kinds() {
  const m = useNewsTexts();
  const { kind, choose } = useNewsAddress();
  const { data } = useQuery({
    queryKey: ['news', 'kinds'],
    queryFn: ({ signal }) => published.newsKinds({ signal }),
  });
  const kinds = data?.items ?? [];
  if (kinds.length < 2) return null;
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={m.kinds}
      sx={{ flexWrap: 'wrap', gap: 1, rowGap: 1 }}
    >
      {[
        { id: '', label: m.all },
        ...kinds.map((one) => ({ ...one, label: m.kind(one.name, one.articles) })),
      ].map(({ id, label }) => (
        <Chip
          key={id}
          label={label}
          clickable
          component="button"
          aria-pressed={id === kind}
          color={id === kind ? 'primary' : 'default'}
          variant={id === kind ? 'filled' : 'outlined'}
          onClick={() => choose(id)}
        />
      ))}
    </Stack>
  );
}

function Headlines() {
  const m = useNewsTexts();
  const { kind, q, page, turn, clear } = useNewsAddress();
  const part = q.trim();
  const query = useQuery({
    queryKey: ['news', 'list', kind, part, page],
    queryFn: ({ signal }) =>
      published.news(
        { type: kind || undefined, q: part || undefined, page, pageSize: PAGE_SIZE },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  useExistingPage({ page, pageSize: PAGE_SIZE }, query, (last) => turn(last, true));
  const narrowed = kind !== '' || part !== '';
  return (
    <Paper variant="outlined">
      <QueryResult query={query}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState
              title={narrowed ? m.noMatch : m.none}
              {...(narrowed
                ? { action: <Button onClick={clear}>{m.clear}</Button> }
                : { hint: m.noneHint })}
            />
          ) : (
            <>
              <HeadlineList headlines={items} />
              {total > PAGE_SIZE && (
                <Pagination
                  count={Math.ceil(total / PAGE_SIZE)}
                  page={page}
                  onChange={(_, next) => turn(next)}
                  color="primary"
                  sx={{ p: 1.5, display: 'flex', justifyContent: 'center' }}
                />
              )}
            </>
          )
        }
      </QueryResult>
    </Paper>
  );
}
