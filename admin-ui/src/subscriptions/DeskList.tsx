import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import {
  criteriaText,
  EmptyState,
  formatBytes,
  formatTime,
  QueryResult,
  rhythmText,
  STANDING_TONES,
  type Subscription,
  type SubscriptionState,
  subscriptions,
  ToneChip,
  useMessages,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { useCall } from '../parts/useCall';
import { type Asking, DecisionDialog } from './DecisionDialog';

const PAGE_SIZE = 20;
const STATES = [
  'pending',
  'running',
  'paused',
  'suspended',
  'refused',
  'ended',
] as const satisfies readonly SubscriptionState[];

/** Subscriptions of one state, newest first; first those that wait. */
export function DeskList() {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const [params, setParams] = useSearchParams();
  const word = params.get('state') ?? 'pending';
  const state = STATES.find((one) => one === word);
  const page = Math.max(1, Number(params.get('page')) || 1);
  const query = useQuery({
    queryKey: ['subscriptionDesk', state, page],
    queryFn: ({ signal }) => subscriptions.desk({ page, pageSize: PAGE_SIZE, state }, { signal }),
    placeholderData: keepPreviousData,
  });
  const [asking, setAsking] = useState<Asking | null>(null);
  const count = (one: SubscriptionState) =>
    query.data?.states.find((counted) => counted.state === one)?.count ?? 0;
  return (
    <Stack sx={{ p: 1.5, gap: 1.5 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={state ?? 'all'}
        aria-label={w.state}
        onChange={(_, next: string | null) => next !== null && setParams({ state: next })}
        sx={{ flexWrap: 'wrap' }}
      >
        {STATES.map((one) => (
          <ToggleButton key={one} value={one}>
            {w.states[one]} {count(one)}
          </ToggleButton>
        ))}
        <ToggleButton value="all">{m.all}</ToggleButton>
      </ToggleButtonGroup>
      <QueryResult query={query} empty={<EmptyState title={m.empty} />}>
        {({ items, total }) => (
          <>
            <SubscriptionTable items={items} onAsk={setAsking} />
            {total > PAGE_SIZE ? (
              <Pagination
                page={page}
                count={Math.ceil(total / PAGE_SIZE)}
                onChange={(_, next) => setParams({ state: word, page: String(next) })}
              />
            ) : null}
          </>
        )}
      </QueryResult>
      {asking === null ? null : <DecisionDialog {...asking} onClose={() => setAsking(null)} />}
    </Stack>
  );
}

type OnAsk = { onAsk: (asking: Asking) => void };

function SubscriptionTable({ items, onAsk }: { items: Subscription[] } & OnAsk) {
  const { common } = useMessages();
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(1000)}>
        <TableHead>
          <TableRow>
            <TableCell>{w.name}</TableCell>
            <TableCell>{w.owner}</TableCell>
            <TableCell>{w.criteria}</TableCell>
            <TableCell>{w.state}</TableCell>
            <TableCell>{m.matched}</TableCell>
            <TableCell>{common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((one) => (
            <SubscriptionRow key={one.id} one={one} onAsk={onAsk} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function SubscriptionRow({ one, onAsk }: { one: Subscription } & OnAsk) {
  const { common } = useMessages();
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const { counts } = one;
  return (
    <TableRow hover>
      <TableCell data-label={w.name}>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{one.name}</Typography>
          <Typography variant="caption" component="div">
            {one.number} · {m.submitted} {formatTime(one.createdAt)}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {one.purpose}
          </Typography>
        </div>
      </TableCell>
      <TableCell data-label={w.owner}>
        {[one.owner, one.unit].filter(Boolean).join(' · ')}
      </TableCell>
      <TableCell data-label={w.criteria}>
        <div>
          <Typography variant="body2">{criteriaText(one, w)}</Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            {[rhythmText(one, w), one.targetName].filter(Boolean).join(' · ')}
            {' · '}
            {w.validUntil} {formatTime(one.validUntil)}
          </Typography>
        </div>
      </TableCell>
      <TableCell data-label={w.state}>
        <div>
          <ToneChip tone={STANDING_TONES[one.standing]} label={w.standings[one.standing]} />
          {one.reason === '' ? null : (
            <Typography variant="caption" component="div">
              {one.reason}
            </Typography>
          )}
        </div>
      </TableCell>
      <TableCell data-label={m.matched}>
        <div>
          <Typography variant="body2">
            {w.counts(counts.matched, counts.delivered, counts.waiting, counts.missed)}
          </Typography>
          <Typography variant="caption">{formatBytes(counts.deliveredBytes)}</Typography>
        </div>
      </TableCell>
      <TableCell data-label={common.operations}>
        <DecisionButtons one={one} onAsk={onAsk} />
      </TableCell>
    </TableRow>
  );
}

function DecisionButtons({ one, onAsk }: { one: Subscription } & OnAsk) {
  const { subscriptionDesk: m } = useAdminMessages();
  const { run, busy } = useCall(['subscriptionDesk']);
  const decide = (decision: 'approve' | 'lift') => () =>
    void run(() => subscriptions.decide(one.id, { decision }), { ok: m.done, failed: m.failed });
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {one.state === 'pending' ? (
        <>
          <Button variant="contained" disabled={busy} onClick={decide('approve')}>
            {m.approve}
          </Button>
          <Button color="error" disabled={busy} onClick={() => onAsk({ one, decision: 'refuse' })}>
            {m.refuse}
          </Button>
        </>
      ) : null}
      {one.state === 'running' || one.state === 'paused' ? (
        <Button color="error" disabled={busy} onClick={() => onAsk({ one, decision: 'suspend' })}>
          {m.suspend}
        </Button>
      ) : null}
      {one.state === 'suspended' ? (
        <Button disabled={busy} onClick={decide('lift')}>
          {m.lift}
        </Button>
      ) : null}
    </Stack>
  );
}
