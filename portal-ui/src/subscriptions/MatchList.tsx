import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import {
  EmptyState,
  MatchItem,
  QueryResult,
  type SubscribedSceneState,
  type Subscription,
  subscriptions,
  useExistingPage,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

const PAGE_SIZE = 20;
const POLL_MS = 5000;
const STATES = [
  'waiting',
  'delivered',
  'missed',
  'withdrawn',
] as const satisfies readonly SubscribedSceneState[];

/** Every scene that matched, and what became of it. */
export function MatchList({ one }: { one: Subscription }) {
  const { id, counts } = one;
  const m = usePageWords();
  const w = useSubscriptionWords();
  const [params, setParams] = useSearchParams();
  const state = STATES.find((known) => known === params.get('state'));
  const page = Math.max(1, Number(params.get('page')) || 1);
  const query = useQuery({
    queryKey: [...SUBSCRIPTIONS, 'scenes', id, state, page],
    queryFn: ({ signal }) =>
      subscriptions.scenes(id, { page, pageSize: PAGE_SIZE, state }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const choose = (next: string) => setParams(next === 'all' ? {} : { state: next });
  const turn = (next: number, replace = false) =>
    setParams({ ...(state === undefined ? {} : { state }), page: String(next) }, { replace });
  useExistingPage({ page, pageSize: PAGE_SIZE }, query, (last) => turn(last, true));
  return (
    <>
      <Tabs
        value={state ?? 'all'}
        aria-label={m.scenesOf}
        variant="scrollable"
        onChange={(_, next: string) => choose(next)}
        sx={{ mb: 1 }}
      >
        <Tab value="all" label={`${m.all} ${counts.matched}`} />
        {STATES.map((known) => (
          <Tab key={known} value={known} label={`${w.matches[known]} ${counts[known]}`} />
        ))}
      </Tabs>
      <QueryResult
        query={query}
        empty={<EmptyState title={state === 'missed' ? m.missedEmpty : m.scenesEmpty} />}
      >
        {({ items, total }) => (
          <Stack sx={{ gap: 1 }}>
            <Stack component="ul" aria-label={m.scenesOf} sx={{ m: 0, p: 0 }}>
              {items.map((scene) => (
                <MatchItem key={scene.id} one={one} scene={scene} />
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
    </>
  );
}
