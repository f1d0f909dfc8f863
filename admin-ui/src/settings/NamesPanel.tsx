import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { QueryResult, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';

/** One name a line; blank lines and what stands there twice are left out. */
export function namesOf(text: string): string[] {
  const names = text.split('\n').map((line) => line.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

type Wording = { title: string; hint: string };

/** A list of names that the server keeps, under its key in the cache. */
type List<Answer> = {
  key: readonly [string];
  load: (options: { signal: AbortSignal }) => Promise<Answer>;
  namesIn: (answer: Answer) => string[];
  save: (names: string[]) => Promise<unknown>;
};

/** A list of names that is edited one a line and saved as a whole. */
export function NamesPanel<Answer>({ list, ...wording }: Wording & { list: List<Answer> }) {
  const query = useQuery({ queryKey: list.key, queryFn: ({ signal }) => list.load({ signal }) });
  return (
    <Panel title={wording.title}>
      <QueryResult query={query}>
        {(answer) => {
          const saved = list.namesIn(answer).join('\n');
          return <Editor {...wording} key={saved} saved={saved} list={list} />;
        }}
      </QueryResult>
    </Panel>
  );
}

type EditorProps = Wording & { saved: string; list: Pick<List<never>, 'key' | 'save'> };

function Editor({ title, hint, saved, list }: EditorProps) {
  const { common, form } = useMessages();
  const { run, busy } = useCall(list.key);
  const [text, setText] = useState(saved);
  const names = namesOf(text);
  const changed = names.join('\n') !== saved;
  const save = () => run(() => list.save(names), { ok: form.saved, failed: form.saveFailed });
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        multiline
        minRows={4}
        label={title}
        helperText={hint}
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
