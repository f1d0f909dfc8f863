import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { type Announcement, type AnnouncementDraft, QueryResult } from '@scenedock/ui-kit';
import { useGetOne } from 'ra-core';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { statusOf } from '../providers/errors';
import { AnnouncementForm } from './AnnouncementForm';

const EMPTY: AnnouncementDraft = { title: '', body: '', level: 'info', from: null, until: null };
const LIST = '/announcements';

/** Writes an announcement, or changes one. */
export function AnnouncementEditorPage() {
  const { announcements: m, news } = useAdminMessages();
  const { id = 'new' } = useParams();
  const isNew = id === 'new';
  return (
    <>
      <PageHead title={isNew ? m.add : m.editTitle}>
        <Button component={Link} to={LIST} size="medium" startIcon={<ArrowBack />}>
          {news.back}
        </Button>
      </PageHead>
      {isNew ? <AnnouncementForm stored={EMPTY} known={null} /> : <Known key={id} id={id} />}
    </>
  );
}

function Known({ id }: { id: string }) {
  const { data, error, refetch } = useGetOne<Announcement>('announcements', { id });
  // What was read first: what is being written is not replaced by what is read anew.
  const [first, setFirst] = useState(data);
  if (first === undefined && data !== undefined) setFirst(data);
  if (first === undefined && statusOf(error) === 404) return <Navigate to={LIST} replace />;
  return (
    <QueryResult query={{ data: first, error: first === undefined ? error : null, refetch }}>
      {(known) => {
        const { title, body, level, from, until } = known;
        return <AnnouncementForm stored={{ title, body, level, from, until }} known={known} />;
      }}
    </QueryResult>
  );
}
