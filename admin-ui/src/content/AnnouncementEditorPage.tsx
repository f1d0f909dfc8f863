import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { type AnnouncementDraft, ErrorState, Loading, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { AnnouncementForm } from './AnnouncementForm';
import { useAnnouncements } from './useAnnouncements';

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
  const { common } = useMessages();
  const { data, error, refetch } = useAnnouncements();
  const found = data?.items.find((one) => one.id === id);
  // What was read first: what is being written is not replaced by what is read anew.
  const [first, setFirst] = useState(found);
  if (first === undefined && found !== undefined) setFirst(found);
  if (error && first === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label={common.loading} />;
  if (first === undefined) return <Navigate to={LIST} replace />;
  const { title, body, level, from, until } = first;
  return <AnnouncementForm stored={{ title, body, level, from, until }} known={first} />;
}
