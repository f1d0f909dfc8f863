import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  Facts,
  QueryResult,
  type Subscription,
  searchFacts,
  storedSearchAddress,
  useSubscriptionArea,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { LazyMap } from '../map/LazyMap';
import { Panel } from '../parts/Panel';
import { isChangeable } from './changeable';
import { searchAddress } from './searchAddress';
import { usePageWords } from './usePageWords';

/** The area alone is drawn. */
const NO_FOOTPRINTS = [] as const;

/** What a subscription searches: every condition by name, the area on a map, and the way back to the search. */
export function SearchedPanel({ one }: { one: Subscription }) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const query = useSubscriptionArea(one);
  return (
    <Panel
      title={w.criteria}
      side={
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {isChangeable(one) ? (
            <Button component={Link} to={searchAddress(one)}>
              {m.searchEdit}
            </Button>
          ) : null}
          <Button component={Link} to={storedSearchAddress(one.query)}>
            {w.openSearch}
          </Button>
        </Stack>
      }
    >
      <Facts label={w.criteria} facts={searchFacts(one.criteria, query.data?.bounds ?? null, w)} />
      {one.criteria.hasArea ? (
        <QueryResult query={query}>
          {({ outline }) =>
            outline === null ? null : (
              <Box
                role="group"
                aria-label={w.mapOf(one.name)}
                sx={{ mt: 2, height: 280, borderRadius: 1, overflow: 'hidden' }}
              >
                <LazyMap footprints={NO_FOOTPRINTS} area={outline} focus={outline} />
              </Box>
            )
          }
        </QueryResult>
      ) : null}
    </Panel>
  );
}
