import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ApiError,
  EmptyState,
  formatTime,
  holdText,
  type PushTarget,
  QueryResult,
  useExistingPage,
  useSubscriptionWords,
  useText,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { TargetDialog } from '../subscriptions/TargetDialog';
import { useTargets } from '../subscriptions/useTargets';
import { ShelfAccount } from './ShelfAccount';
import { ShelfFiles } from './ShelfFiles';
import { ShelfRoom } from './ShelfRoom';
import { PAGE_SIZE, useShelf, useShelfFiles } from './useShelf';
import { useShelfWords } from './useShelfWords';

/** 我的数据架: what was pushed to our own gateway, and how it is fetched from there. */
export default function ShelfPanel() {
  const targets = useTargets();
  return (
    <QueryResult query={targets}>
      {({ items }) => {
        const target = items.find(({ kind }) => kind === 'shelf');
        // Nothing is asked of a shelf that is not there: the answer would be a refusal.
        return target === undefined ? <NoShelf /> : <OwnShelf target={target} />;
      }}
    </QueryResult>
  );
}

/** Why there is nothing, and the way to a shelf. */
function NoShelf() {
  const m = useShelfWords();
  const [making, setMaking] = useState(false);
  return (
    <>
      <EmptyState
        title={m.none}
        hint={m.noneHint}
        action={
          <Button variant="contained" onClick={() => setMaking(true)}>
            {m.create}
          </Button>
        }
      />
      {making ? <TargetDialog target={null} kind="shelf" onClose={() => setMaking(false)} /> : null}
    </>
  );
}

function OwnShelf({ target }: { target: PushTarget }) {
  const m = useShelfWords();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const turn = (next: number, replace = false) =>
    setParams({ tab: 'shelf', page: String(next) }, { replace });
  const query = useShelf();
  const files = useShelfFiles(page);
  useExistingPage({ page, pageSize: PAGE_SIZE }, files, (last) => turn(last, true));
  // Removed meanwhile, in another window.
  if (query.error instanceof ApiError && query.error.code === 'shelf_missing') return <NoShelf />;
  return (
    <QueryResult query={query}>
      {(found) => (
        <Stack sx={{ gap: 1.5 }}>
          <Typography variant="body2" color="textSecondary">
            {m.intro}
          </Typography>
          <Trouble target={target} />
          <ShelfRoom shelf={found} />
          <ShelfFiles query={files} page={page} onPage={turn} />
          <ShelfAccount shelf={found} paths={files.data?.items.map(({ path }) => path) ?? []} />
        </Stack>
      )}
    </QueryResult>
  );
}

/** Why nothing arrives, and until when. */
function Trouble({ target }: { target: PushTarget }) {
  const w = useSubscriptionWords();
  const text = useText();
  const { failure, failureMessage, restsUntil } = target;
  const hold = holdText(target, w);
  const lines = [
    ...(restsUntil === null ? [] : [w.restsUntil(formatTime(restsUntil))]),
    ...(failure === null ? [] : [text(failureMessage, failure)]),
    ...(hold === null ? [] : [hold]),
  ];
  return lines.length === 0 ? null : <Alert severity="warning">{lines.join(' · ')}</Alert>;
}
