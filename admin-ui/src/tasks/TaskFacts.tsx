import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { formatBytes, formatSecond, type ListedTask } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { attemptsPath, orderPath } from '../parts/orderPath';

/** What the ledger knows of a task. */
export function TaskFacts({ task }: { task: ListedTask }) {
  const { tasks: m, attempts } = useAdminMessages();
  const { columns: c, fact: f } = m;
  const { order, person, attempt, failures, handedBack } = task;
  const isRunning = task.state === 'running' || task.state === 'done';
  // Claims that ended without a word: their worker died.
  const died = Math.max(0, attempt - failures - handedBack - (isRunning ? 1 : 0));
  const facts: [string, ReactNode][] = [
    [
      c.order,
      order && (
        <>
          <Link component={RouterLink} to={orderPath(order.id)}>
            {order.ordername}
          </Link>{' '}
          <Link component={RouterLink} to={attemptsPath(order.id)}>
            {attempts.open}
          </Link>
        </>
      ),
    ],
    [c.scene, task.scene],
    [c.person, person && `${person.userName} ${person.loginName}`.trim()],
    [f.source, task.source],
    [c.priority, task.priority],
    [f.attempts, m.attempts({ attempt, failures, handedBack, died })],
    [f.worker, task.worker],
    [
      f.bytes,
      task.bytesAll > 0 && `${formatBytes(task.bytesDone)} / ${formatBytes(task.bytesAll)}`,
    ],
    [f.created, formatSecond(task.createdAt)],
    [f.started, task.startedAt && formatSecond(task.startedAt)],
    [c.since, formatSecond(task.stateSince)],
    [f.paused, task.paused && `${task.paused.by} · ${formatSecond(task.paused.at)}`],
    [f.id, task.id],
  ];
  return (
    <Box component="dl" sx={LIST}>
      {facts
        .filter(([, value]) => value !== null && value !== false && value !== '')
        .map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
    </Box>
  );
}

const LIST = {
  typography: 'body2',
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 1,
  fontVariantNumeric: 'tabular-nums',
} as const;
