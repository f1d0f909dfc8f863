import Pagination from '@mui/material/Pagination';
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
  formatTime,
  QueryResult,
  type ReceiveStanding,
  type ReceiveTask,
  receiving,
  type Tone,
  ToneChip,
  useExistingPage,
  useMessages,
  useText,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReceiveTaskActions } from './ReceiveTaskActions';
import { SaveTasks } from './SaveTasks';
import { SyncPart } from './SyncPart';
import { useTaskWords } from './useTaskWords';

const PAGE_SIZE = 20;
/** While the page is open: runs begin and end by themselves. */
const REFRESH = 5000;

const TONES: Record<ReceiveStanding, Tone> = {
  running: 'success',
  receiving: 'progress',
  paused: 'neutral',
  resting: 'warning',
};

interface ReceiveTaskTableProps {
  /** Those that copy from another installation, or the others. */
  synchronises: boolean;
  words: { title: string; empty: string; emptyHint: string };
}

/** Receive tasks: how each stands, when it runs next, and what can be done. */
export function ReceiveTaskTable({ synchronises, words }: ReceiveTaskTableProps) {
  const { common } = useMessages();
  const { receiving: m } = useAdminMessages();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const query = useQuery({
    queryKey: ['receiveTasks', synchronises, page],
    queryFn: ({ signal }) =>
      receiving.list({ page, pageSize: PAGE_SIZE, synchronises }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  const turn = (next: number, replace = false) => setParams({ page: String(next) }, { replace });
  useExistingPage({ page, pageSize: PAGE_SIZE }, query, (last) => turn(last, true));
  return (
    <QueryResult query={query} empty={<EmptyState title={words.empty} hint={words.emptyHint} />}>
      {({ items, total }) => (
        <>
          <TableContainer tabIndex={0} role="group" aria-label={words.title}>
            <Table aria-label={words.title} sx={blockRows(980)}>
              <TableHead>
                <TableRow>
                  <TableCell sx={{ minWidth: { sm: 200 } }}>{m.name}</TableCell>
                  <TableCell sx={{ minWidth: { sm: 160 } }}>{m.standing}</TableCell>
                  <TableCell sx={{ minWidth: { sm: 120 } }}>{m.schedule}</TableCell>
                  <TableCell sx={{ minWidth: { sm: 120 } }}>{m.nextRun}</TableCell>
                  <TableCell sx={{ minWidth: { sm: 120 } }}>{m.lastRun}</TableCell>
                  <TableCell align="right">{m.received}</TableCell>
                  <TableCell>{common.operations}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {items.map((task) => (
                  <TaskRow key={task.id} task={task} />
                ))}
              </TableBody>
            </Table>
          </TableContainer>
          {total > PAGE_SIZE && (
            <Pagination
              sx={{ p: 1.5 }}
              page={page}
              count={Math.ceil(total / PAGE_SIZE)}
              onChange={(_, next) => turn(next)}
            />
          )}
          <SaveTasks name={words.title} synchronises={synchronises} />
        </>
      )}
    </QueryResult>
  );
}

function TaskRow({ task }: { task: ReceiveTask }) {
  const { common } = useMessages();
  const { receiving: m } = useAdminMessages();
  const { scheduleOf, nextRunOf, lastRunOf } = useTaskWords();
  return (
    <TableRow hover>
      <TableCell data-label={m.name} sx={{ overflowWrap: 'anywhere' }}>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{task.name}</Typography>
          <Typography variant="caption">
            {m.kinds[task.definition.kind]} · {task.definition.location}
          </Typography>
          {task.definition.kind === 'scenedock' && <SyncPart definition={task.definition} />}
        </div>
      </TableCell>
      <TableCell data-label={m.standing}>
        <TaskStanding task={task} />
      </TableCell>
      <TableCell data-label={m.schedule}>{scheduleOf(task)}</TableCell>
      <TableCell data-label={m.nextRun}>{nextRunOf(task)}</TableCell>
      <TableCell data-label={m.lastRun}>{lastRunOf(task)}</TableCell>
      <TableCell data-label={m.received} align="right">
        {task.received.toLocaleString('en-US')}
      </TableCell>
      <TableCell data-label={common.operations}>
        <ReceiveTaskActions task={task} />
      </TableCell>
    </TableRow>
  );
}

function TaskStanding({ task }: { task: ReceiveTask }) {
  const { receiving: m } = useAdminMessages();
  const text = useText();
  return (
    <div>
      <ToneChip tone={TONES[task.standing]} label={m.standings[task.standing]} />
      {task.standing === 'resting' && (
        <Typography variant="caption" component="div">
          {m.restsUntil(formatTime(task.restsUntil))}
        </Typography>
      )}
      {task.failure !== null && (
        <Typography variant="caption" component="div" color="error">
          {text(task.failure.message, task.failure.text)}
        </Typography>
      )}
    </div>
  );
}
