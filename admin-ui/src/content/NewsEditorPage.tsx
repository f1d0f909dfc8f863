import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import {
  contentDesk,
  EmptyState,
  Loading,
  type NewsArticle,
  type NewsDraft,
  QueryResult,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { WRITING } from './contentTopic';
import { NewsForm } from './NewsForm';
import { useNewsTypes } from './useNewsTypes';

/** Writes an article, or changes one. */
export function NewsEditorPage() {
  const { news: m } = useAdminMessages();
  const { id = 'new' } = useParams();
  const isNew = id === 'new';
  return (
    <>
      <PageHead title={isNew ? m.add : m.editTitle}>
        <Button component={Link} to="/news" size="medium" startIcon={<ArrowBack />}>
          {m.back}
        </Button>
      </PageHead>
      {isNew ? <NewArticle /> : <KnownArticle key={id} id={id} />}
    </>
  );
}

function NewArticle() {
  const { news: m, newsTypes } = useAdminMessages();
  const { data, error } = useNewsTypes();
  if (data === undefined && !error) return <Loading />;
  const first = data?.items[0];
  if (first === undefined) {
    return (
      <EmptyState
        title={m.noTypes}
        action={
          <Button component={Link} to="/newsTypes" variant="contained">
            {newsTypes.title}
          </Button>
        }
      />
    );
  }
  const draft: NewsDraft = {
    typeId: first.id,
    title: '',
    body: '',
    state: 'draft',
    publishAt: null,
    pinned: false,
  };
  return <NewsForm draft={draft} news={null} />;
}

function KnownArticle({ id }: { id: string }) {
  const query = useQuery({
    queryKey: [WRITING, 'article', id],
    queryFn: ({ signal }) => contentDesk.news.get(id, { signal }),
    // What is being written is not replaced by what is read anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <QueryResult query={query}>
      {(news) => <NewsForm key={news.version} draft={draftOf(news)} news={news} />}
    </QueryResult>
  );
}

const draftOf = ({ typeId, title, body, state, publishAt, pinned }: NewsArticle): NewsDraft => ({
  typeId,
  title,
  body,
  state,
  publishAt,
  pinned,
});
