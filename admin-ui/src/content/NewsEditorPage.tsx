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
import { useGetList, useGetOne } from 'ra-core';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
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
  const { data, error, refetch } = useGetOne<NewsArticle>('news', { id });
  // What is being written is replaced by what was saved only, not by what is read anew.
  const [written, setWritten] = useState(data);
  if (written === undefined && data !== undefined) setWritten(data);
  return (
    <QueryResult query={{ data: written, error: written === undefined ? error : null, refetch }}>
      {(news) => (
        <NewsForm key={news.version} draft={draftOf(news)} news={news} onSaved={setWritten} />
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
