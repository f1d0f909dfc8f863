import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Pagination from '@mui/material/Pagination';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  blockRows,
  EmptyState,
  formatBytes,
  formatTime,
  type ReceiveHistory as History,
  QueryResult,
  type ReceiveRun,
  type ReceiveRunState,
  receiving,
  type Tone,
  ToneChip,
  useText,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { RunFiles } from './RunFiles';
import { SaveRuns } from './SaveRuns';

const PAGE_SIZE = 20;
const REFRESH = 5000;
const TONES: Record<ReceiveRunState, Tone> = {
  live: 'progress',
  done: 'success',
  failed: 'danger',
};
const FIGURES = ['added', 'updated', 'same', 'refused', 'waiting'] as const;

/** Conditions of the history as the address has them. */
function useConditions() {
  const [params, setParams] = useSearchParams();
  const set = (change: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setParams(next);
  };
  return {
    page: Math.max(1, Number(params.get('page')) || 1),
    errorClass: params.get('error') ?? undefined,
    run: params.get('run'),
    set,
  };
}

/** The runs of a receive task, what they failed of, and their items. */
export function ReceiveHistory({ id }: { id: string }) {
  const { receiving: m } = useAdminMessages();
  const { page, errorClass, run, set } = useConditions();
  const task = useQuery({
    queryKey: ['receiveTasks', 'one', id],
    queryFn: ({ signal }) => receiving.get(id, { signal }),
  });
  const query = useQuery({
    queryKey: ['receiveRuns', id, page, errorClass],
    queryFn: ({ signal }) =>
      receiving.runs(id, { page, pageSize: PAGE_SIZE, errorClass }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  return (
    <>
      <PageHead title={m.historyTitle(task.data?.name ?? '')}>
        <Button component={Link} to={{ search: '' }}>
          {m.back}
        </Button>
      </PageHead>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryResult query={query}>
          {(history) => (
            <>
              <ErrorClasses
                errors={history.errors}
                chosen={errorClass}
                onChoose={(next) => set({ error: next, page: null })}
              />
              <RunTable runs={history.items} onOpen={(opened) => set({ run: opened })} />
              {history.total > PAGE_SIZE && (
                <Pagination
                  sx={{ p: 1.5 }}
                  page={page}
                  count={Math.ceil(history.total / PAGE_SIZE)}
                  onChange={(_, next) => set({ page: String(next) })}
                />
              )}
              {history.items.length > 0 && (
                <SaveRuns id={id} task={task.data?.name ?? ''} errorClass={errorClass} />
              )}
            </>
          )}
        </QueryResult>
      </Paper>
      {run !== null && (
        <Dialog open fullWidth maxWidth="md" onClose={() => set({ run: null })}>
          <DialogTitle>{m.filesTitle}</DialogTitle>
          <DialogContent>
            <RunFiles id={run} />
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

interface ErrorClassesProps {
  errors: History['errors'];
  chosen: string | undefined;
  onChoose: (next: string | null) => void;
}

function ErrorClasses({ errors, chosen, onChoose }: ErrorClassesProps) {
  const { receiving: m } = useAdminMessages();
  if (errors.length === 0) return null;
  return (
    <Stack direction="row" sx={{ gap: 0.5, p: 1.5, flexWrap: 'wrap' }}>
      <Chip
        label={m.all}
        color={chosen === undefined ? 'primary' : 'default'}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(null)}
      />
      {errors.map((error) => (
        <Chip
          key={error.class}
          label={`${m.classes[error.class] ?? error.class} ${error.runs}`}
          color={chosen === error.class ? 'primary' : 'default'}
          aria-pressed={chosen === error.class}
          onClick={() => onChoose(error.class)}
        />
      ))}
    </Stack>
  );
}

interface RunTableProps {
  runs: readonly ReceiveRun[];
  onOpen: (run: string) => void;
}

function RunTable({ runs, onOpen }: RunTableProps) {
  const { receiving: m } = useAdminMessages();
  if (runs.length === 0) return <EmptyState title={m.noRuns} />;
  const words = [m.outcomes.new, m.outcomes.updated, m.outcomes.same, m.outcomes.refused];
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.history}>
      <Table aria-label={m.history} sx={blockRows(960)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ minWidth: { sm: 120 } }}>{m.begun}</TableCell>
            <TableCell sx={{ minWidth: { sm: 120 } }}>{m.trigger}</TableCell>
            <TableCell sx={{ minWidth: { sm: 160 } }}>{m.state}</TableCell>
            {[...words, m.outcomes.waiting, m.known, m.volume].map((word) => (
              <TableCell key={word} align="right">
                {word}
              </TableCell>
            ))}
            <TableCell />
          </TableRow>
        </TableHead>
        <TableBody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} onOpen={onOpen} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function RunRow({ run, onOpen }: { run: ReceiveRun; onOpen: (run: string) => void }) {
  const { receiving: m } = useAdminMessages();
  const text = useText();
  const labels = { ...m.outcomes, added: m.outcomes.new };
  return (
    <TableRow hover>
      <TableCell data-label={m.begun}>{formatTime(run.begunAt ?? run.createdAt)}</TableCell>
      <TableCell data-label={m.trigger}>
        {m.triggers[run.trigger]}
        {run.requestedBy === '' ? '' : ` · ${run.requestedBy}`}
      </TableCell>
      <TableCell data-label={m.state}>
        <div>
          <ToneChip tone={TONES[run.state]} label={m.states[run.state]} />
          {run.more && (
            <Typography variant="caption" component="div">
              {m.more}
            </Typography>
          )}
          {run.failure !== null && (
            <Typography variant="caption" component="div" color="error">
              {text(run.failure.message, run.failure.text)}
            </Typography>
          )}
        </div>
      </TableCell>
      {FIGURES.map((figure) => (
        <TableCell key={figure} data-label={labels[figure]} align="right">
          {run[figure].toLocaleString('en-US')}
        </TableCell>
      ))}
      <TableCell data-label={m.known} align="right">
        {run.known.toLocaleString('en-US')}
      </TableCell>
      <TableCell data-label={m.volume} align="right">
        {formatBytes(run.bytes)}
      </TableCell>
      <TableCell>
        <Button onClick={() => onOpen(run.id)}>{m.files}</Button>
      </TableCell>
    </TableRow>
  );
}
