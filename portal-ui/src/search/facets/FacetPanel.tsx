import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { EmptyState, ErrorState, useInstrumentNames, useMessages } from '@scenedock/ui-kit';
import { useCatalogue } from '../../scene/useCatalogue';
import { toggled } from '../conditions/treeModel';
import { RowSkeletons } from '../RowSkeletons';
import type { Criteria } from '../searchState';
import { FacetGroup } from './FacetGroup';
import { cloudValues, flipped, nodeValues, textValues, withYear, yearValues } from './facetValues';
import { Histogram } from './Histogram';
import { useFacets } from './useFacets';

type Props = { criteria: Criteria; onSearch: (part: Partial<Criteria>) => void };

/** What was found, by satellite, time, cloud and place in the catalogue; each figure narrows the search. */
export default function FacetPanel({ criteria, onSearch }: Props) {
  const m = useMessages();
  const instruments = useInstrumentNames();
  const { data: tree } = useCatalogue();
  const answers = {
    satellites: useFacets(criteria, 'satellites'),
    sensors: useFacets(criteria, 'sensors'),
    time: useFacets(criteria, 'time'),
    clouds: useFacets(criteria, 'clouds'),
    nodes: useFacets(criteria, 'nodes'),
  };
  const all = Object.values(answers);
  const failed = all.find((answer) => answer.error !== null);
  if (failed !== undefined) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (all.some((answer) => answer.data === undefined))
    return <RowSkeletons rows={12} height={32} />;
  if (all.every((answer) => answer.data?.total === 0))
    return <EmptyState title={m.find.facetNone} />;
  const facets = (name: keyof typeof answers) => answers[name].data?.facets;
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
      <Box sx={{ height: 2 }}>
        {all.some((answer) => answer.isFetching) ? (
          <LinearProgress aria-label={m.common.loading} sx={{ height: 2 }} />
        ) : null}
      </Box>
      <Stack spacing={2} sx={{ p: 1.5, pt: 1 }}>
        <Histogram
          months={answers.time.data?.histogram ?? []}
          range={criteria}
          onRange={onSearch}
        />
        <FacetGroup
          title={m.search.satellites}
          values={textValues(
            facets('satellites')?.satellites ?? [],
            criteria.satellites,
            instruments.satellite,
          )}
          onToggle={(id) => onSearch({ satellites: flipped(criteria.satellites, id) })}
        />
        <FacetGroup
          title={m.find.sensors}
          values={textValues(
            facets('sensors')?.sensors ?? [],
            criteria.sensors,
            instruments.sensor,
          )}
          onToggle={(id) => onSearch({ sensors: flipped(criteria.sensors, id) })}
        />
        <FacetGroup
          title={m.find.facetYears}
          values={yearValues(facets('time')?.years ?? [], criteria, m.find.year)}
          onToggle={(year) => onSearch(withYear(criteria, year))}
        />
        <FacetGroup
          title={m.scene.cloud}
          values={cloudValues(
            facets('clouds')?.clouds ?? [],
            criteria.cloudMax,
            m.find.cloudAtMost,
          )}
          onToggle={(id) =>
            onSearch({ cloudMax: criteria.cloudMax === Number(id) ? null : Number(id) })
          }
        />
        <FacetGroup
          title={m.find.facetNodes}
          values={nodeValues(facets('nodes')?.nodes ?? [], tree ?? [], criteria.nodeIds)}
          onToggle={(id) =>
            onSearch({
              nodeIds: toggled(tree ?? [], criteria.nodeIds, Number(id)),
              conditions: [],
            })
          }
        />
      </Stack>
    </Box>
  );
}
