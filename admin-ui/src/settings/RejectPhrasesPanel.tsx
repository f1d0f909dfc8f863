import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { api, QueryResult, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';
import { namesOf } from './ProcessingLevelsPanel';

const KEY = ['rejectPhrases'] as const;

/** What the audit desk offers as reasons for rejections. */
export function RejectPhrasesPanel() {
  const { desk: m } = useAdminMessages();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.auditDesk.phrases({ signal }),
  });
  return (
    <Panel title={m.phrasesPanel}>
      <QueryResult query={query}>
        {({ phrases }) => <Editor key={phrases.join('\n')} saved={phrases.join('\n')} />}
      </QueryResult>
    </Panel>
  );
}

function Editor({ saved }: { saved: string }) {
  const { common, form } = useMessages();
  const { desk: m } = useAdminMessages();
  const { run, busy } = useCall(KEY);
  const [text, setText] = useState(saved);
  const phrases = namesOf(text);
  const changed = phrases.join('\n') !== saved;
  const save = () =>
    run(() => api.auditDesk.savePhrases(phrases), { ok: form.saved, failed: form.saveFailed });
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        multiline
        minRows={4}
        label={m.phrasesPanel}
        helperText={m.phrasesPanelHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button
          variant="contained"
          loading={busy}
          disabled={!changed || phrases.length === 0}
          onClick={() => void save()}
        >
          {form.save}
        </Button>
        <Button disabled={!changed || busy} onClick={() => setText(saved)}>
          {common.reset}
        </Button>
      </Stack>
    </Stack>
  );
}
