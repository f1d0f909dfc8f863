import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import {
  EmptyState,
  Loading,
  type NewsArticle,
  type NewsDraft,
  type NewsType,
  QueryResult,
} from '@scenedock/ui-kit';
import { useGetList } from 'ra-core';
import { Link, useParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useWrittenRecord } from '../parts/forms/useWholeRecord';
import { PageHead } from '../parts/PageHead';
import { WayBack } from '../parts/WayBack';
import { NewsForm } from './NewsForm';

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
  const { data, error } = useGetList<NewsType>('newsTypes');
  if (data === undefined && !error) return <Loading />;
  const first = data?.[0];
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
  return <NewsForm draft={draft} news={null} onSaved={() => undefined} />;
}

function KnownArticle({ id }: { id: string }) {
  const { query, replace } = useWrittenRecord<NewsArticle>('news', id);
  return (
    <QueryResult query={query} back={<WayBack to="/news" />}>
      {(news) => (
        <NewsForm key={news.version} draft={draftOf(news)} news={news} onSaved={replace} />
      )}
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
