import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import type { Announcement, AnnouncementDraft, AnnouncementLevel } from '@scenedock/ui-kit';
import { Form } from 'ra-core';
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SelectInput, TextInput } from '../parts/forms/inputs';
import { UnsavedQuestion } from '../parts/forms/UnsavedQuestion';
import { useSaveRecord } from '../parts/forms/useSaveRecord';
import { useMay } from '../providers/useMe';
import { MarkdownInput, MomentInput } from './inputs';

const LEVELS: readonly AnnouncementLevel[] = ['info', 'important'];

interface AnnouncementFormProps {
  /** As it is stored; of a new one, as it begins. */
  stored: AnnouncementDraft;
  /** Null: it is new. */
  known: Announcement | null;
}

/** An announcement as it is written. */
export function AnnouncementForm({ stored, known }: AnnouncementFormProps) {
  const { announcements: m, content } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const navigate = useNavigate();
  const texts = { ok: content.saved, failed: content.failed };
  const { save, busy } = useSaveRecord('announcements', texts);
  const [saved, setSaved] = useState(false);
  // Not before the question about unsaved changes knows that there are none.
  useEffect(() => {
    if (saved) navigate('/announcements');
  }, [saved, navigate]);
  const onSubmit = async (draft: FieldValues) => {
    const { version } = known ?? {};
    const { outcome, faults } = await save(known?.id, { ...draft, version });
    if (outcome === 'accepted') setSaved(true);
    return faults;
  };
  const isTurned = (until: string | null, form: Partial<AnnouncementDraft>) =>
    until && new Date(until) <= new Date(form.from ?? Date.now()) ? m.turned : undefined;
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Form defaultValues={stored} onSubmit={onSubmit} noValidate>
        <Stack spacing={2}>
          <TextInput
            source="title"
            label={content.title}
            maxLength={100}
            needed={content.needed}
            disabled={!mayWrite}
          />
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
            <SelectInput
              source="level"
              label={m.level}
              choices={LEVELS.map((id) => ({ id, name: content.levels[id] }))}
              disabled={!mayWrite}
              minWidth={140}
            />
            <MomentInput source="from" label={m.from} hint={m.fromNow} disabled={!mayWrite} />
            <MomentInput
              source="until"
              label={m.until}
              hint={m.untilRemoved}
              check={isTurned}
              disabled={!mayWrite}
            />
          </Stack>
          <MarkdownInput
            source="body"
            label={content.body}
            needed={content.needed}
            disabled={!mayWrite}
          />
          {mayWrite && (
            <div>
              <Button type="submit" variant="contained" loading={busy}>
                {content.save}
              </Button>
            </div>
          )}
        </Stack>
        <UnsavedQuestion text={content.leave} over={saved || busy} />
      </Form>
    </Paper>
  );
}
