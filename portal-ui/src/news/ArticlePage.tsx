import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiError, formatTime, NotFoundState, published, QueryResult } from '@scenedock/ui-kit';
import Markdown from '@scenedock/ui-kit/Markdown';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { BackLink, ListButton, useTrailBack } from '../parts/BackLink';
import { PageTitle } from '../parts/PageTitle';
import { useNewsTexts } from './useNewsTexts';

/** An article of the news. */
export default function ArticlePage() {
  const m = useNewsTexts();
  const { id = '' } = useParams();
  const { from = '/news' } = useTrailBack();
  const query = useQuery({
    queryKey: ['news', 'article', id],
    queryFn: ({ signal }) => published.article(id, { signal }),
  });
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Stack spacing={2} sx={{ maxWidth: 860, alignItems: 'stretch' }}>
      <PageTitle parts={[query.data?.title, m.title]} />
      <div>
        <BackLink to={from} label={m.back} />
      </div>
      {isGone ? (
        <>
          <Typography variant="h1">{m.title}</Typography>
          <NotFoundState title={m.gone} back={<ListButton to={from} />} />
        </>
      ) : (
        <QueryResult query={query}>
          {({ title, typeName, publishedAt, body }) => (
            <Paper component="article" variant="outlined" sx={{ p: { xs: 2, md: 4 } }}>
              <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
                {title}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 3 }}>
                {typeName} · {m.published(formatTime(publishedAt))}
              </Typography>
              <Markdown text={body} />
            </Paper>
          )}
        </QueryResult>
      )}
    </Stack>
  );
}
