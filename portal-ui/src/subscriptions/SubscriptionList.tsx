import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Pagination from '@mui/material/Pagination';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
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
  standingText,
  subscriptions,
  ToneChip,
  useExistingPage,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isChangeable } from './changeable';
import { EditDialog } from './EditDialog';
import { searchAddress } from './searchAddress';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';
import { useSteps } from './useSteps';

const PAGE_SIZE = 20;

/** One's own subscriptions, newest first. */
export function SubscriptionList() {
  const m = usePageWords();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [edited, setEdited] = useState<Subscription | null>(null);
  const query = useQuery({
    queryKey: [...SUBSCRIPTIONS, 'list', page],
    queryFn: ({ signal }) => subscriptions.list({ page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const toggle = (id: string) =>
    setPicked((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id],
    );
  const turn = (next: number, replace = false) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('page', String(next));
        return after;
      },
      { replace },
    );
  useExistingPage({ page, pageSize: PAGE_SIZE }, query, (last) => turn(last, true));
  const empty = (
    <EmptyState
      title={m.empty}
      hint={m.emptyHint}
      action={
        <Button component={Link} to="/search" variant="contained">
          {m.toSearch}
        </Button>
      }
    />
  );
  return (
    <>
      <BulkBar picked={picked} onDone={() => setPicked([])} />
      <QueryResult query={query} empty={empty}>
        {({ items, total }) => (
          <Stack sx={{ gap: 1.5 }}>
            <Stack component="ul" aria-label={m.title} sx={{ m: 0, p: 0, gap: 1.5 }}>
              {items.map((one) => (
                <SubscriptionCard
                  key={one.id}
                  one={one}
                  picked={picked.includes(one.id)}
                  onPick={() => toggle(one.id)}
                  onEdit={() => setEdited(one)}
                />
              ))}
            </Stack>
            {total > PAGE_SIZE ? (
              <Pagination
                page={page}
                count={Math.ceil(total / PAGE_SIZE)}
                onChange={(_, next) => turn(next)}
              />
            ) : null}
          </Stack>
        )}
      </QueryResult>
      {edited === null ? null : <EditDialog one={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** What is done to all that are ticked. */
function BulkBar({ picked, onDone }: { picked: readonly string[]; onDone: () => void }) {
  const m = usePageWords();
  const { take, busy } = useSteps();
  if (picked.length === 0) return null;
  const all = (step: 'pause' | 'resume') => () => void take([...picked], step).then(onDone);
  return (
    <Stack direction="row" role="group" sx={{ gap: 1, mb: 1.5, alignItems: 'center' }}>
      <Typography variant="body2" role="status">
        {m.chosen(picked.length)}
      </Typography>
      <Button variant="outlined" disabled={busy} onClick={all('pause')}>
        {m.pause}
      </Button>
      <Button variant="outlined" disabled={busy} onClick={all('resume')}>
        {m.resume}
      </Button>
    </Stack>
  );
}

type CardProps = { one: Subscription; picked: boolean; onPick: () => void; onEdit: () => void };

function SubscriptionCard({ one, picked, onPick, onEdit }: CardProps) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const { counts } = one;
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, listStyle: 'none' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
        <Checkbox
          checked={picked}
          onChange={onPick}
          slotProps={{ input: { 'aria-label': m.choose(one.name) } }}
          sx={{ mt: -1, ml: -1 }}
        />
        <Stack sx={{ flex: 1, gap: 0.5, minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {one.name}
            </Typography>
            <ToneChip tone={STANDING_TONES[one.standing]} label={standingText(one, w)} />
            <Typography variant="caption" color="textSecondary">
              {one.number}
            </Typography>
          </Stack>
          <Typography variant="body2" color="textSecondary">
            {[criteriaText(one, w), rhythmText(one, w), one.targetName].filter(Boolean).join(' · ')}
          </Typography>
          <Typography variant="body2">
            {w.counts(counts)} · {formatBytes(counts.deliveredBytes)}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {one.reason === '' ? w.explained[one.standing] : `${w.reason}: ${one.reason}`}{' '}
            {w.validUntil} {formatTime(one.validUntil)}
          </Typography>
          <CardActions one={one} onEdit={onEdit} />
        </Stack>
      </Stack>
    </Paper>
  );
}

function CardActions({ one, onEdit }: { one: Subscription; onEdit: () => void }) {
  const m = usePageWords();
  const { take, end, busy } = useSteps();
  const over = one.state === 'ended';
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', ml: -1 }}>
      <Button component={Link} to={`/subscriptions/${one.id}`}>
        {m.toScenes}
      </Button>
      {isChangeable(one) ? (
        <>
          <Button onClick={onEdit}>{m.edit}</Button>
          <Button component={Link} to={searchAddress(one)}>
            {m.searchEdit}
          </Button>
        </>
      ) : null}
      {one.state === 'running' ? (
        <Button disabled={busy} onClick={() => void take([one.id], 'pause')}>
          {m.pause}
        </Button>
      ) : null}
      {one.state === 'paused' ? (
        <Button disabled={busy} onClick={() => void take([one.id], 'resume')}>
          {m.resume}
        </Button>
      ) : null}
      {over ? null : (
        <Button color="error" disabled={busy} onClick={() => void end(one)}>
          {m.end}
        </Button>
      )}
    </Stack>
  );
}
