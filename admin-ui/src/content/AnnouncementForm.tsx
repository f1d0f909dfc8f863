import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type Announcement,
  type AnnouncementDraft,
  type AnnouncementLevel,
  contentDesk,
} from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { LeaveQuestion } from '../parts/LeaveQuestion';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { CONTENT } from './contentTopic';
import { MarkdownEditor } from './MarkdownEditor';
import { MomentField } from './MomentField';

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
  const { run, busy } = useCall([CONTENT]);
  const [draft, setDraft] = useState(stored);
  const [tried, setTried] = useState(false);
  const [saved, setSaved] = useState(false);
  const change = (changes: Partial<AnnouncementDraft>) =>
    setDraft((now) => ({ ...now, ...changes }));
  const dirty = !saved && JSON.stringify(draft) !== JSON.stringify(stored);
  const fault = (text: string) => (tried && text.trim() === '' ? content.needed : undefined);
  const { from, until } = draft;
  const turned = Boolean(until) && new Date(until ?? 0) <= new Date(from ?? Date.now());
  // Not before the question about unsaved changes knows that there are none.
  useEffect(() => {
    if (saved) navigate('/announcements');
  }, [saved, navigate]);
  const submit = () => {
    setTried(true);
    if (draft.title.trim() === '' || draft.body.trim() === '' || turned) return;
    const call = async () => {
      await (known === null
        ? contentDesk.announcements.create(draft)
        : contentDesk.announcements.change(known.id, { ...draft, version: known.version }));
      setSaved(true);
    };
    void run(call, { ok: content.saved, failed: content.failed });
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
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          <TextField
            select
            label={m.level}
            value={draft.level}
            onChange={({ target }) =>
              change({ level: LEVELS.find((one) => one === target.value) ?? 'info' })
            }
            disabled={!mayWrite}
            sx={{ minWidth: 140 }}
          >
            {LEVELS.map((one) => (
              <MenuItem key={one} value={one}>
                {content.levels[one]}
              </MenuItem>
            ))}
          </TextField>
          <MomentField
            label={m.from}
            hint={m.fromNow}
            value={from ?? null}
            onChange={(moment) => change({ from: moment })}
            disabled={!mayWrite}
          />
          <MomentField
            label={m.until}
            hint={m.untilRemoved}
            value={until ?? null}
            onChange={(moment) => change({ until: moment })}
            fault={turned ? m.turned : undefined}
            disabled={!mayWrite}
          />
        </Stack>
        <MarkdownEditor
          label={content.body}
          value={draft.body}
          onChange={(body) => change({ body })}
          fault={fault(draft.body)}
          locked={!mayWrite}
        />
        {mayWrite && (
          <div>
            <Button variant="contained" loading={busy} onClick={submit}>
              {content.save}
            </Button>
          </div>
        )}
      </Stack>
      <LeaveQuestion unsaved={dirty && !busy} text={content.leave} />
    </Paper>
  );
}
