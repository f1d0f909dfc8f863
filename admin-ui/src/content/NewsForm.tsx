import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  contentDesk,
  formatTime,
  type NewsArticle,
  type NewsDraft,
  type NewsState,
} from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { LeaveQuestion } from '../parts/LeaveQuestion';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { CONTENT, WRITING } from './contentTopic';
import { MarkdownEditor } from './MarkdownEditor';
import { MomentField } from './MomentField';
import { useNewsTypes } from './useNewsTypes';

interface NewsFormProps {
  /** As it is stored; of a new one, as it begins. */
  draft: NewsDraft;
  /** Null: it is new. */
  news: NewsArticle | null;
}

/** An article as it is written. */
export function NewsForm({ draft: stored, news }: NewsFormProps) {
  const { content } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const [draft, setDraft] = useState(stored);
  const [tried, setTried] = useState(false);
  const { save, busy, made } = useSave(news);
  const dirty = made === null && JSON.stringify(draft) !== JSON.stringify(stored);
  const change = (changes: Partial<NewsDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const fault = (text: string) => (tried && text.trim() === '' ? content.needed : undefined);
  const submit = (state: NewsState) => {
    setTried(true);
    if (draft.title.trim() !== '' && draft.body.trim() !== '') void save({ ...draft, state });
  };
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Stack spacing={2}>
        <TextField
          label={content.title}
          value={draft.title}
          onChange={({ target }) => change({ title: target.value })}
          error={fault(draft.title) !== undefined}
          helperText={fault(draft.title)}
          disabled={!mayWrite}
          slotProps={{ htmlInput: { maxLength: 100 } }}
          required
          fullWidth
        />
        <Particulars draft={draft} locked={!mayWrite} onChange={change} />
        <MarkdownEditor
          label={content.body}
          value={draft.body}
          onChange={(body) => change({ body })}
          fault={fault(draft.body)}
          locked={!mayWrite}
        />
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          {mayWrite && <StateButtons state={stored.state} busy={busy} onSave={submit} />}
          {news && (
            <Typography variant="body2" color="textSecondary" sx={{ ml: { sm: 'auto' } }}>
              {content.states[news.state]} ·{' '}
              {content.changedBy(news.changedBy, formatTime(news.changedAt))}
            </Typography>
          )}
        </Stack>
      </Stack>
      <LeaveQuestion unsaved={dirty && !busy} text={content.leave} />
    </Paper>
  );
}

/** Saves the article. A new one goes on under its own address. */
function useSave(news: NewsArticle | null) {
  const { content } = useAdminMessages();
  const { run, busy } = useCall([CONTENT]);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<string | null>(null);
  // Not before the question about unsaved changes knows that there are none.
  useEffect(() => {
    if (made !== null) navigate(`/news/${made}`, { replace: true });
  }, [made, navigate]);
  const save = (draft: NewsDraft) =>
    run(
      async () => {
        const saved =
          news === null
            ? await contentDesk.news.create(draft)
            : await contentDesk.news.change(news.id, { ...draft, version: news.version });
        queries.setQueryData([WRITING, 'article', saved.id], saved);
        if (news === null) setMade(saved.id);
      },
      { ok: content.saved, failed: content.failed },
    );
  return { save, busy, made };
}

interface ParticularsProps {
  draft: NewsDraft;
  locked: boolean;
  onChange: (changes: Partial<NewsDraft>) => void;
}

function Particulars({ draft, locked, onChange }: ParticularsProps) {
  const { news: m } = useAdminMessages();
  const types = useNewsTypes().data?.items ?? [];
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ gap: 2, alignItems: { sm: 'flex-start' } }}
    >
      <TextField
        select
        label={m.type}
        value={types.some(({ id }) => id === draft.typeId) ? draft.typeId : ''}
        onChange={({ target }) => onChange({ typeId: target.value })}
        disabled={locked}
        sx={{ minWidth: 180 }}
      >
        {types.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <MomentField
        label={m.publishAt}
        hint={m.publishNow}
        value={draft.publishAt ?? null}
        onChange={(publishAt) => onChange({ publishAt })}
        disabled={locked}
      />
      <FormControlLabel
        label={m.pinned}
        disabled={locked}
        control={
          <Switch checked={draft.pinned ?? false} onChange={(_, pinned) => onChange({ pinned })} />
        }
        sx={{ flex: 'none' }}
      />
    </Stack>
  );
}

interface StateButtonsProps {
  state: NewsState;
  busy: boolean;
  onSave: (state: NewsState) => void;
}

/** What may be done next: one thing stands out. */
function StateButtons({ state, busy, onSave }: StateButtonsProps) {
  const { news: m, content } = useAdminMessages();
  const isPublished = state === 'published';
  return (
    <>
      {isPublished ? (
        <>
          <Button variant="contained" loading={busy} onClick={() => onSave('published')}>
            {content.save}
          </Button>
          <Button variant="outlined" disabled={busy} onClick={() => onSave('withdrawn')}>
            {m.withdraw}
          </Button>
        </>
      ) : (
        <>
          <Button variant="contained" loading={busy} onClick={() => onSave('published')}>
            {state === 'draft' ? m.publish : m.again}
          </Button>
          <Button variant="outlined" disabled={busy} onClick={() => onSave(state)}>
            {state === 'draft' ? m.saveDraft : content.save}
          </Button>
        </>
      )}
    </>
  );
}
