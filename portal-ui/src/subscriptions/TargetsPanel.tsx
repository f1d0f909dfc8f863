import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  bandwidthText,
  EmptyState,
  formatBytes,
  formatTime,
  holdText,
  type PushTarget,
  pushTargets,
  QueryResult,
  ToneChip,
  targetAddress,
  useSubscriptionWords,
  useText,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAsk } from '../parts/confirm';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { TargetDialog } from './TargetDialog';
import { usePageWords } from './usePageWords';
import { TARGETS, useTargets } from './useTargets';

/** Between parts of a line that breaks within them: else it would end with the dot. */
const UNBROKEN = '\u00a0·\u00a0';

/** Places that one's scenes are pushed to. */
export function TargetsPanel() {
  const m = usePageWords();
  const query = useTargets();
  const [params, setParams] = useSearchParams();
  const [edited, setEdited] = useState<PushTarget | 'new' | null>(null);
  const named = params.get('target');
  const open = edited ?? query.data?.items.find(({ id }) => id === named) ?? null;
  const close = () => {
    setEdited(null);
    if (named !== null) setParams({ tab: 'targets' }, { replace: true });
  };
  const add = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setEdited('new')}>
      {m.addTarget}
    </Button>
  );
  return (
    <Stack sx={{ gap: 1.5 }}>
      <QueryResult
        query={query}
        empty={<EmptyState title={m.targetsEmpty} hint={m.targetsHint} action={add} />}
      >
        {({ items }) => (
          <>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
              {add}
              <Typography variant="body2" color="textSecondary">
                {m.targetsHint}
              </Typography>
            </Stack>
            <Stack component="ul" aria-label={m.tabs.targets} sx={{ m: 0, p: 0, gap: 1.5 }}>
              {items.map((target) => (
                <TargetCard key={target.id} target={target} onEdit={() => setEdited(target)} />
              ))}
            </Stack>
          </>
        )}
      </QueryResult>
      {named !== null && query.data !== undefined && open === null ? (
        <Alert severity="warning" onClose={close}>
          {m.targetGone}
        </Alert>
      ) : null}
      {open === null ? null : (
        <TargetDialog target={open === 'new' ? null : open} onClose={close} />
      )}
    </Stack>
  );
}

function TargetCard({ target, onEdit }: { target: PushTarget; onEdit: () => void }) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const text = useText();
  const down = target.restsUntil !== null;
  const isShelf = target.kind === 'shelf';
  const limit = target.dailyBytes === null ? w.unlimited : formatBytes(target.dailyBytes);
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, listStyle: 'none' }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {target.name}
        </Typography>
        <ToneChip
          tone={down ? 'warning' : 'success'}
          label={down ? w.restsUntil(formatTime(target.restsUntil)) : w.works}
        />
      </Stack>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {[
          ...(isShelf ? [m.ownShelf] : [w.kinds[target.kind]]),
          ...[targetAddress(target, w), target.loginName].filter(Boolean),
        ].join(UNBROKEN)}
      </Typography>
      {target.hostKey === null ? null : (
        <Typography variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
          {m.hostKey} {target.hostKeyType} {target.hostKey}
        </Typography>
      )}
      {target.signInKey === 'installation' ? (
        <Typography variant="caption" component="div" color="warning">
          {m.sharedKeyInUse}
        </Typography>
      ) : null}
      {target.hold === null ? null : (
        <Typography variant="body2" color="warning">
          {holdText(target, w)}
        </Typography>
      )}
      {target.failure === null ? null : (
        <Typography variant="body2" color="error">
          {text(target.failureMessage, target.failure)}
        </Typography>
      )}
      <Typography variant="caption" color="textSecondary">
        {m.inUse(target.subscriptions)} · {w.sentToday} {formatBytes(target.sentToday)} / {limit} ·{' '}
        {w.bandwidth} {bandwidthText(target, w)}
        {isShelf ? null : ` · ${w.testedAt} ${formatTime(target.testedAt)}`}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, ml: -1, '& .MuiButton-root': { minWidth: 0, px: 1 } }}>
        {isShelf ? (
          <Button component={Link} to="/subscriptions?tab=shelf">
            {m.toShelf}
          </Button>
        ) : null}
        <Button onClick={onEdit}>
          {target.offeredHostKey === null ? m.edit : m.strangeCompare}
        </Button>
        <RemoveButton target={target} />
      </Stack>
    </Paper>
  );
}

function RemoveButton({ target }: { target: PushTarget }) {
  const m = usePageWords();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => pushTargets.remove(target.id),
    onSuccess: () => notice(m.removed),
    onError: (error) => notice(failureText(m.failed, error), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: TARGETS }),
  });
  const isUsed = target.subscriptions > 0;
  const isShelf = target.kind === 'shelf';
  const remove = async () => {
    const text = isShelf ? m.shelfRemoveConfirm(target.name) : m.removeConfirm(target.name);
    const yes = await ask({ text, danger: true });
    if (yes !== null) mutate();
  };
  return (
    <Tooltip title={isUsed ? m.removeBlocked : ''} describeChild>
      <span>
        <Button color="error" disabled={isPending || isUsed} onClick={() => void remove()}>
          {m.remove}
        </Button>
      </span>
    </Tooltip>
  );
}
