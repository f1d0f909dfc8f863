import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  errorText,
  type ReceiveDefinitionForm,
  type ReceiveRun,
  receiving,
  useText,
} from '@scenedock/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { RunFiles } from './RunFiles';

const LOOK = 1000;

type Props = {
  definition: ReceiveDefinitionForm;
  taskId: string | undefined;
  /** While the form is not sound. */
  disabled: boolean;
};

/** Looks at a source before it is saved, and says what would become of its first items. */
export function DryRun({ definition, taskId, disabled }: Props) {
  const { receiving: m } = useAdminMessages();
  const begin = useMutation({ mutationFn: receiving.dryRun });
  const id = begin.data?.id ?? '';
  const query = useQuery({
    queryKey: ['receiveRun', id],
    queryFn: ({ signal }) => receiving.run(id, { signal }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data?.state === 'live' ? LOOK : false),
  });
  const isLive = begin.isPending || query.data?.state === 'live';
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Button
        variant="outlined"
        disabled={isLive || disabled}
        onClick={() => begin.mutate({ ...definition, ...(taskId === undefined ? {} : { taskId }) })}
      >
        {m.tryOut}
      </Button>
      {begin.error !== null && <Alert severity="error">{errorText(begin.error, m.failed)}</Alert>}
      {isLive && <Alert severity="info">{m.trying}</Alert>}
      {query.data !== undefined && query.data.state !== 'live' && <Result run={query.data} />}
    </Stack>
  );
}

function Result({ run }: { run: ReceiveRun }) {
  const { receiving: m } = useAdminMessages();
  const text = useText();
  if (run.failure !== null) {
    return <Alert severity="error">{text(run.failure.message, run.failure.text)}</Alert>;
  }
  return (
    <>
      <Alert severity={run.refused > 0 ? 'warning' : 'success'}>
        {m.tried(run.added, run.updated, run.same, run.refused, run.waiting)}
      </Alert>
      <RunFiles id={run.id} />
    </>
  );
}
