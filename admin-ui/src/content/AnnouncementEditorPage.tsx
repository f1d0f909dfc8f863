import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { type Announcement, type AnnouncementDraft, QueryResult } from '@scenedock/ui-kit';
import { Link, useParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useWrittenRecord } from '../parts/forms/useWholeRecord';
import { PageHead } from '../parts/PageHead';
import { WayBack } from '../parts/WayBack';
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
  const { query } = useWrittenRecord<Announcement>('announcements', id);
  return (
    <QueryResult query={query} back={<WayBack to={LIST} />}>
      {(known) => {
        const { title, body, level, from, until } = known;
        return <AnnouncementForm stored={{ title, body, level, from, until }} known={known} />;
      }}
    </QueryResult>
  );
}
