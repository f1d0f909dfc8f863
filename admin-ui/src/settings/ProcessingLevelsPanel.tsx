import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { api, ErrorState, Loading, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';

const KEY = ['processes'] as const;

/** One name a line; blank lines and what stands there twice are left out. */
export function namesOf(text: string): string[] {
  const names = text.split('\n').map((line) => line.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The dictionary of processing levels that reprocessing orders choose from. */
export function ProcessingLevelsPanel() {
  const { settings: m } = useAdminMessages();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.system.processes({ signal }),
  });
  const text = data?.items.map(({ name }) => name).join('\n');
  return (
    <Panel title={m.levels}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {text === undefined && !error && <Loading />}
      {text !== undefined && <Editor key={text} saved={text} />}
    </Panel>
  );
}

function Editor({ saved }: { saved: string }) {
  const { common, form } = useMessages();
  const { settings: m } = useAdminMessages();
  const { run, busy } = useCall(KEY);
  const [text, setText] = useState(saved);
  const names = namesOf(text);
  const changed = names.join('\n') !== saved;
  const save = () =>
    run(() => api.system.saveProcesses(names), { ok: form.saved, failed: form.saveFailed });
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        multiline
        minRows={4}
        label={m.levels}
        helperText={m.levelsHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button
          variant="contained"
          loading={busy}
          disabled={!changed || names.length === 0}
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
