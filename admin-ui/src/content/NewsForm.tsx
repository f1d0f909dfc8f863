import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  formatTime,
  type NewsArticle,
  type NewsDraft,
  type NewsState,
  type NewsType,
} from '@scenedock/ui-kit';
import { Form, useGetList } from 'ra-core';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SelectInput, SwitchInput, TextInput } from '../parts/forms/inputs';
import { UnsavedQuestion } from '../parts/forms/UnsavedQuestion';
import { useSaveRecord } from '../parts/forms/useSaveRecord';
import { useMay } from '../providers/useMe';
import { MarkdownInput, MomentInput } from './inputs';

interface NewsFormProps {
  /** As it is stored; of a new one, as it begins. */
  draft: NewsDraft;
  /** Null: it is new. */
  news: NewsArticle | null;
  /** Hears what became of it. */
  onSaved: (news: NewsArticle) => void;
}

/** An article as it is written. */
export function NewsForm({ draft, news, onSaved }: NewsFormProps) {
  const { content } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const texts = { ok: content.saved, failed: content.failed };
  const { save, busy } = useSaveRecord('news', texts, ['newsTypes']);
  const [made, setMade] = useMovedTo();
  const saveAs = async (values: NewsDraft, state: NewsState) => {
    const { record } = await save(news?.id, { ...values, state, version: news?.version });
    if (record === undefined) return;
    if (news === null) setMade(String(record.id));
    else onSaved(record as NewsArticle);
  };
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Form defaultValues={draft} noValidate>
        <Stack spacing={2}>
          <TextInput
            source="title"
            label={content.title}
            maxLength={100}
            needed={content.needed}
            disabled={!mayWrite}
          />
          <Particulars locked={!mayWrite} />
          <MarkdownInput
            source="body"
            label={content.body}
            needed={content.needed}
            disabled={!mayWrite}
          />
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            {mayWrite && <StateButtons state={draft.state} busy={busy} onSave={saveAs} />}
            {news && (
              <Typography variant="body2" color="textSecondary" sx={{ ml: { sm: 'auto' } }}>
                {content.states[news.state]} ·{' '}
                {content.changedBy(news.changedBy, formatTime(news.changedAt))}
              </Typography>
            )}
          </Stack>
        </Stack>
        <UnsavedQuestion text={content.leave} over={busy || made !== null} />
      </Form>
    </Paper>
  );
}

/** A new article goes on under its own address. */
function useMovedTo() {
  const navigate = useNavigate();
  const [made, setMade] = useState<string | null>(null);
  // Not before the question about unsaved changes knows that there are none.
  useEffect(() => {
    if (made !== null) navigate(`/news/${made}`, { replace: true });
  }, [made, navigate]);
  return [made, setMade] as const;
}

function Particulars({ locked }: { locked: boolean }) {
  const { news: m } = useAdminMessages();
  const { data: types = [] } = useGetList<NewsType>('newsTypes');
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ gap: 2, alignItems: { sm: 'flex-start' } }}
    >
      <SelectInput
        source="typeId"
        label={m.type}
        choices={types}
        minWidth={180}
        disabled={locked}
      />
      <Box sx={{ width: { sm: 320 } }}>
        <MomentInput source="publishAt" label={m.publishAt} hint={m.publishNow} disabled={locked} />
      </Box>
      {/* In the middle of the fields, which are higher. */}
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 38 }}>
        <SwitchInput source="pinned" label={m.pinned} disabled={locked} />
      </Box>
    </Stack>
  );
}

interface StateButtonsProps {
  state: NewsState;
  busy: boolean;
  onSave: (draft: NewsDraft, state: NewsState) => Promise<void>;
}

/** What may be done next: one thing stands out. */
function StateButtons({ state, busy, onSave }: StateButtonsProps) {
  const { news: m, content } = useAdminMessages();
  const { handleSubmit } = useFormContext<NewsDraft>();
  const isPublished = state === 'published';
  const saveAs = (next: NewsState) => () => void handleSubmit((draft) => onSave(draft, next))();
  return (
    <>
      {isPublished ? (
        <>
          <Button variant="contained" loading={busy} onClick={saveAs('published')}>
            {content.save}
          </Button>
          <Button variant="outlined" disabled={busy} onClick={saveAs('withdrawn')}>
            {m.withdraw}
          </Button>
        </>
      ) : (
        <>
          <Button variant="contained" loading={busy} onClick={saveAs('published')}>
            {state === 'draft' ? m.publish : m.again}
          </Button>
          <Button variant="outlined" disabled={busy} onClick={saveAs(state)}>
            {state === 'draft' ? m.saveDraft : content.save}
          </Button>
        </>
      )}
    </>
  );
}
