import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Backfill,
  type BackfillForm,
  BackfillItem,
  EmptyState,
  errorText,
  FormDialog,
  QueryResult,
  type Subscription,
  subscriptions,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAsk } from '../parts/confirm';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';
import { BackfillFields } from './BackfillFields';
import { emptyRange, isWhole } from './backfillRange';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

const POLL_MS = 5000;
const ASKABLE: readonly Subscription['standing'][] = [
  'pending',
  'running',
  'paused',
  'target_stopped',
  'target_down',
  'volume_used_up',
  'window_shut',
  'target_volume_used_up',
  'total_volume_used_up',
  'total_parallel_reached',
];

const isOver = ({ state }: Backfill) => state === 'done' || state === 'cancelled';

/** Scenes that were there before the subscription: asked for, how far their matching is, and what became of them. */
export function BackfillPanel({ one }: { one: Subscription }) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const [asking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: [...SUBSCRIPTIONS, 'backfills', one.id],
    queryFn: ({ signal }) => subscriptions.backfills(one.id, { signal }),
    refetchInterval: POLL_MS,
  });
  const busy = query.data?.some((backfill) => !isOver(backfill)) ?? true;
  return (
    <Panel
      title={w.backfill}
      side={
        ASKABLE.includes(one.standing) ? (
          <Button variant="outlined" disabled={busy} onClick={() => setAsking(true)}>
            {m.backfillAsk}
          </Button>
        ) : null
      }
    >
      <QueryResult
        query={query}
        empty={<EmptyState title={w.backfillEmpty} hint={m.backfillHint} />}
      >
        {(all) => (
          <Stack component="ul" aria-label={w.backfill} sx={{ m: 0, p: 0 }}>
            {all.map((backfill) => (
              <BackfillItem key={backfill.id} one={one} backfill={backfill}>
                <CancelButton id={one.id} backfill={backfill} />
              </BackfillItem>
            ))}
          </Stack>
        )}
      </QueryResult>
      {asking ? <BackfillDialog id={one.id} onClose={() => setAsking(false)} /> : null}
    </Panel>
  );
}

function CancelButton({ id, backfill }: { id: string; backfill: Backfill }) {
  const m = usePageWords();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => subscriptions.cancelBackfill(id, backfill.id),
    onSuccess: () => notice(m.backfillCancelled),
    onError: (error) => notice(failureText(m.failed, error), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: SUBSCRIPTIONS }),
  });
  const sends = backfill.state === 'done' && backfill.waiting > 0;
  if (isOver(backfill) && !sends) return null;
  const cancel = async () => {
    const yes = await ask({ text: m.backfillCancelAsk, danger: true });
    if (yes !== null) mutate();
  };
  return (
    <Button color="error" disabled={isPending} onClick={() => void cancel()}>
      {m.backfillCancel}
    </Button>
  );
}

function BackfillDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [range, setRange] = useState<BackfillForm>(() => emptyRange(Date.now()));
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => subscriptions.backfill(id, range),
    onSuccess: () => {
      notice(m.backfillAsked);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: SUBSCRIPTIONS }),
  });
  return (
    <FormDialog
      wide
      title={m.backfillAsk}
      confirm={m.backfillConfirm}
      busy={isPending}
      onSubmit={() => isWhole(range) && mutate()}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {m.backfillHint}
      </Typography>
      {error === null ? null : (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorText(error, m.failed)}
        </Alert>
      )}
      <BackfillFields of={id} range={range} onChange={setRange} />
    </FormDialog>
  );
}
