import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  formatBytes,
  formatTime,
  type PushTarget,
  pushTargets,
  QueryResult,
  ToneChip,
  useMessages,
  useSubscriptionWords,
  useText,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { LimitsDialog } from './LimitsDialog';

const PAGE_SIZE = 20;

/** Everybody's targets: whether they work, and what they may take. */
export function TargetTable() {
  const { common } = useMessages();
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const query = useQuery({
    queryKey: ['subscriptionTargets', page],
    queryFn: ({ signal }) => pushTargets.desk({ page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryResult query={query} empty={<EmptyState title={m.targetsEmpty} />}>
      {({ items, total }) => (
        <Stack sx={{ gap: 1.5 }}>
          <TableContainer tabIndex={0} role="group" aria-label={m.tabs.targets}>
            <Table aria-label={m.tabs.targets} sx={blockRows(1000)}>
              <TableHead>
                <TableRow>
                  <TableCell>{w.target}</TableCell>
                  <TableCell>{w.owner}</TableCell>
                  <TableCell>{w.state}</TableCell>
                  <TableCell align="right">{w.parallel}</TableCell>
                  <TableCell align="right">{w.sentToday}</TableCell>
                  <TableCell align="right">{w.daily}</TableCell>
                  <TableCell>{common.operations}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {items.map((target) => (
                  <TargetRow key={target.id} target={target} />
                ))}
              </TableBody>
            </Table>
          </TableContainer>
          {total > PAGE_SIZE ? (
            <Pagination
              page={page}
              count={Math.ceil(total / PAGE_SIZE)}
              onChange={(_, next) => setParams({ tab: 'targets', page: String(next) })}
            />
          ) : null}
        </Stack>
      )}
    </QueryResult>
  );
}

function TargetRow({ target }: { target: PushTarget }) {
  const { common } = useMessages();
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const text = useText();
  const [limiting, setLimiting] = useState(false);
  const down = target.restsUntil !== null;
  return (
    <TableRow hover>
      <TableCell data-label={w.target} sx={{ overflowWrap: 'anywhere' }}>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{target.name}</Typography>
          <Typography variant="caption">
            {w.kinds[target.kind]} · {target.address}
          </Typography>
        </div>
      </TableCell>
      <TableCell data-label={w.owner}>{target.owner}</TableCell>
      <TableCell data-label={w.state}>
        <div>
          <ToneChip
            tone={down ? 'warning' : 'success'}
            label={down ? w.restsUntil(formatTime(target.restsUntil)) : w.works}
          />
          {target.failure === null ? null : (
            <Typography variant="caption" component="div" color="error">
              {text(target.failureMessage, target.failure)}
            </Typography>
          )}
        </div>
      </TableCell>
      <TableCell data-label={w.parallel} align="right">
        {target.mostParallel}
      </TableCell>
      <TableCell data-label={w.sentToday} align="right">
        {formatBytes(target.sentToday)}
      </TableCell>
      <TableCell data-label={w.daily} align="right">
        {target.dailyBytes === null ? w.unlimited : formatBytes(target.dailyBytes)}
      </TableCell>
      <TableCell data-label={common.operations}>
        <Button onClick={() => setLimiting(true)}>{m.limits}</Button>
        {limiting ? <LimitsDialog target={target} onClose={() => setLimiting(false)} /> : null}
      </TableCell>
    </TableRow>
  );
}
