import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  api,
  bytesOfMegabytes,
  megabytesOf,
  QueryResult,
  type Settings,
  useMessages,
} from '@scenedock/ui-kit';
import { type FormEvent, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { useSettings } from './useSettings';

const MEGABYTES_IN_GIGABYTE = 1024;

/** What is pushed to all targets together. */
export function PushCaps() {
  const { pushCaps: m } = useAdminMessages();
  const query = useSettings();
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {m.hint}
      </Typography>
      <QueryResult query={query}>
        {(settings) => <CapsForm key={keyOf(settings)} settings={settings} />}
      </QueryResult>
    </>
  );
}

/** Another one where something else is stored: fields show what holds. */
const keyOf = (settings: Settings) =>
  [settings.pushMostParallel, settings.pushDailyBytes, settings.pushBytesPerSecond].join(' ');

type Caps = Pick<Settings, 'pushMostParallel' | 'pushDailyBytes' | 'pushBytesPerSecond'>;
type Draft = { parallel: string; gigabytes: string; megabytes: string };

function draftOf(caps: Caps): Draft {
  const { pushMostParallel, pushDailyBytes, pushBytesPerSecond } = caps;
  const gigabytes = pushDailyBytes === null ? null : pushDailyBytes / MEGABYTES_IN_GIGABYTE;
  return {
    parallel: pushMostParallel === null ? '' : String(pushMostParallel),
    gigabytes: megabytesOf(gigabytes),
    megabytes: megabytesOf(pushBytesPerSecond),
  };
}

/** What became different: whoever saves one cap leaves the others as they are. */
function changesOf(draft: Draft, before: Caps): Partial<Caps> {
  const draftBefore = draftOf(before);
  const changes: Partial<Caps> = {};
  if (draft.parallel !== draftBefore.parallel) {
    const typed = draft.parallel.trim();
    changes.pushMostParallel = typed === '' ? null : Number(typed);
  }
  if (draft.gigabytes !== draftBefore.gigabytes) {
    const bytes = bytesOfMegabytes(draft.gigabytes, null);
    changes.pushDailyBytes = bytes === null ? null : bytes * MEGABYTES_IN_GIGABYTE;
  }
  if (draft.megabytes !== draftBefore.megabytes) {
    changes.pushBytesPerSecond = bytesOfMegabytes(draft.megabytes, null);
  }
  return changes;
}

function CapsForm({ settings }: { settings: Settings }) {
  const { common } = useMessages();
  const { pushCaps: m } = useAdminMessages();
  const { run, busy } = useCall(['settings']);
  const [draft, setDraft] = useState(() => draftOf(settings));
  const changes = changesOf(draft, settings);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const texts = { ok: common.success, failed: common.failure };
    void run(() => api.system.saveSettings(changes), texts);
  };
  const fields = [
    ['parallel', m.parallel, 1],
    ['gigabytes', m.gigabytes, 'any'],
    ['megabytes', m.megabytes, 'any'],
  ] as const;
  return (
    <Stack
      component="form"
      direction="row"
      onSubmit={save}
      sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}
    >
      {fields.map(([field, label, step]) => (
        <TextField
          key={field}
          type="number"
          label={label}
          value={draft[field]}
          onChange={({ target }) => setDraft((before) => ({ ...before, [field]: target.value }))}
          slotProps={{ htmlInput: { min: 0, step } }}
        />
      ))}
      <Button
        type="submit"
        variant="contained"
        disabled={busy || Object.keys(changes).length === 0}
      >
        {m.save}
      </Button>
    </Stack>
  );
}
