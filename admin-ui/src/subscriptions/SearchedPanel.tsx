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
import { MapBox } from '../parts/area/AreaOutline';
import { OutlineMap } from '../parts/map/OutlineMap';
import { Panel } from '../parts/Panel';

/** What a subscription searches, as it binds: every condition by name and the area on a map; and the search in the portal. */
export function SearchedPanel({ one }: { one: Subscription }) {
  const w = useSubscriptionWords();
  const query = useSubscriptionArea(one);
  return (
    <Panel
      title={w.criteria}
      aside={
        <Button href={storedSearchAddress(one.query)} target="_blank">
          {w.openSearch}
        </Button>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Facts
          label={w.criteria}
          facts={searchFacts(one.criteria, query.data?.bounds ?? null, w)}
        />
        {one.criteria.hasArea ? (
          <QueryResult query={query}>
            {({ outline }) =>
              outline === null ? null : (
                <MapBox>
                  <OutlineMap wkt={outline} label={w.mapOf(one.name)} />
                </MapBox>
              )
            }
          </QueryResult>
        ) : null}
      </Stack>
    </Panel>
  );
}
