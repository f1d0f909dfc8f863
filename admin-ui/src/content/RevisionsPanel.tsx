import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ConfirmDialog,
  type ContentPageTexts,
  contentDesk,
  EmptyState,
  formatTime,
  Loading,
  QueryResult,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { CONTENT } from './contentTopic';
import type { PageChange } from './pageChange';

const Markdown = lazy(() => import('@scenedock/ui-kit/Markdown'));

type Revision = ContentPageTexts['revisions'][number];

interface RevisionsPanelProps {
  stored: ContentPageTexts;
  /** Null: they can only be read. */
  onChange: PageChange | null;
  busy: boolean;
  /** Whether the editor holds text that restoring would replace. */
  unsaved: boolean;
}

/** What was saved of a page, the newest first. */
export function RevisionsPanel({ stored, onChange, busy, unsaved }: RevisionsPanelProps) {
  const { contentPages: m } = useAdminMessages();
  const [shown, setShown] = useState<Revision | null>(null);
  const [asking, setAsking] = useState<Revision | null>(null);
  const { page, revisions } = stored;
  const restore = ({ id }: Revision) =>
    onChange?.(() => contentDesk.pages.restore(page, id), m.restored);
  return (
    <Panel
      title={m.history}
      flush
      aside={
        <Typography variant="caption" color="textSecondary">
          {m.historyHint}
        </Typography>
      }
    >
      {revisions.length === 0 && <EmptyState title={m.own} />}
      <List disablePadding aria-label={m.history}>
        {revisions.map((one, at) => (
          <ListItem key={one.id} divider={at < revisions.length - 1} sx={{ flexWrap: 'wrap' }}>
            <ListItemText
              primary={`${formatTime(one.savedAt)} · ${one.savedBy}`}
              secondary={[one.own && m.ownRevision, at === 0 && m.now].filter(Boolean).join(' · ')}
            />
            <Stack direction="row" sx={{ gap: 1 }}>
              {!one.own && <Button onClick={() => setShown(one)}>{m.look}</Button>}
              {onChange && at > 0 && (
                <Button
                  disabled={busy}
                  aria-label={`${m.restore} ${formatTime(one.savedAt)}`}
                  onClick={() => (unsaved ? setAsking(one) : void restore(one))}
                >
                  {m.restore}
                </Button>
              )}
            </Stack>
          </ListItem>
        ))}
      </List>
      {asking && (
        <ConfirmDialog
          text={m.restoreConfirm}
          danger
          onConfirm={() => {
            setAsking(null);
            void restore(asking);
          }}
          onCancel={() => setAsking(null)}
        />
      )}
      {shown && <RevisionDialog page={page} revision={shown} onClose={() => setShown(null)} />}
    </Panel>
  );
}

interface RevisionDialogProps {
  page: ContentPageTexts['page'];
  revision: Revision;
  onClose: () => void;
}

function RevisionDialog({ page, revision, onClose }: RevisionDialogProps) {
  const { common } = useMessages();
  const { contentPages: m, content } = useAdminMessages();
  const id = useId();
  const query = useQuery({
    queryKey: [CONTENT, 'revision', page, revision.id],
    queryFn: ({ signal }) => contentDesk.pages.revision(page, revision.id, { signal }),
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>{m.revisionOf(formatTime(revision.savedAt))}</DialogTitle>
      <DialogContent>
        <QueryResult query={query}>
          {({ zh, en }) => (
            <Suspense fallback={<Loading />}>
              <Markdown text={zh ?? ''} />
              {en !== null && (
                <>
                  <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
                    {content.languages.en}
                  </Typography>
                  <Markdown text={en} />
                </>
              )}
            </Suspense>
          )}
        </QueryResult>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
