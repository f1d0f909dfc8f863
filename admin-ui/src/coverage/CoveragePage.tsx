import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import {
  type Coverage,
  EmptyState,
  Loading,
  QueryResult,
  statistics,
  useConfigQuery,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Fallback } from '../parts/Fallback';
import { FigureCards } from '../parts/figures/FigureCards';
import { FigureTable } from '../parts/figures/FigureTable';
import { whole } from '../parts/figures/numbers';
import { PictureMenu } from '../parts/figures/PictureMenu';
import { BY_SATELLITE, useSatellitesInSight } from '../parts/figures/useSatellitesInSight';
import { mapPicture } from '../parts/map/mapPicture';
import { ShadeLegend } from '../parts/map/ShadeLegend';
import { PageHead } from '../parts/PageHead';
import { Panel } from '../parts/Panel';
import { useNamedArea } from '../parts/sceneFilter/useNamedArea';
import { useSatelliteName } from '../parts/useSatelliteName';
import { CoverageExports } from './CoverageExports';
import { CoverageFilter } from './CoverageFilter';
import { rowsOf, yearsOf } from './coverageTable';
import { CLASSES, classWords } from './densityClasses';
import { cellSearch, type GridCell, tableSearch } from './portalSearch';
import { shareWords } from './shareWords';
import {
  type CoverageChoice,
  coverageSearch,
  FIGURE_KINDS,
  type FigureKind,
  useCoverageAddress,
} from './useCoverageAddress';

/** A class has the shade of its place. */
const ENTRIES = CLASSES.map((_, shade) => ({ shade, words: classWords(shade) }));

const DensityMap = lazy(() => import('./DensityMap'));

/** How densely, and how much of an area, scenes cover, by satellite and year. */
export function CoveragePage() {
  const { coverage: m } = useAdminMessages();
  const thisYear = new Date().getFullYear();
  const { choice, shown, find, show } = useCoverageAddress(thisYear);
  const search = coverageSearch(choice);
  const query = useQuery({
    queryKey: ['statistics', 'coverage', search],
    queryFn: ({ signal }) => statistics.coverage(search, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.hint}
      </Typography>
      <Box sx={BESIDE}>
        <CoverageFilter choice={choice} thisYear={thisYear} onSubmit={find} />
        <Stack spacing={2} aria-busy={query.isPlaceholderData} sx={{ minWidth: 0 }}>
          <QueryResult query={query}>
            {(coverage) => (
              <>
                <Totals coverage={coverage} choice={choice} />
                <DensityPanel coverage={coverage} choice={choice} />
                <CoverageExports search={search} scenes={coverage.scenes} />
                <CoverageTable coverage={coverage} choice={choice} shown={shown} onShow={show} />
              </>
            )}
          </QueryResult>
        </Stack>
      </Box>
    </>
  );
}

const BESIDE = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '340px minmax(0, 1fr)' },
} as const;

function Totals({ coverage, choice }: { coverage: Coverage; choice: CoverageChoice }) {
  const { coverage: m } = useAdminMessages();
  const { pathname, search } = useLocation();
  const href = coverage.scenes > 0 ? tableSearch(choice, null, null) : undefined;
  const conditions = { ...Object.fromEntries(new URLSearchParams(search)), ...BY_SATELLITE };
  const satellitesHere = `${pathname}?${new URLSearchParams(conditions)}`;
  return (
    <FigureCards
      cards={[
        { name: m.scenes, value: whole(coverage.scenes), href },
        { name: m.share, value: shareWords(coverage.share), href },
        {
          name: m.satellites,
          value: whole(coverage.satellites.length),
          to: coverage.satellites.length > 0 ? satellitesHere : undefined,
        },
      ]}
    />
  );
}

function DensityPanel({ coverage, choice }: { coverage: Coverage; choice: CoverageChoice }) {
  const { coverage: m, detail, statistics: figures } = useAdminMessages();
  const { data: config } = useConfigQuery();
  const { outline } = useNamedArea(choice.area);
  const frame = useRef<HTMLDivElement>(null);
  const time = figures.timeOf(String(choice.fromYear), String(choice.toYear));
  const draw = () => frame.current && mapPicture(frame.current, { title: m.density, time });
  const [pointed, setPointed] = useState<GridCell | null>(null);
  const [pressed, setPressed] = useState<GridCell | null>(null);
  return (
    <Panel title={m.density} aside={<PictureMenu name={m.density} draw={draw} />} flush>
      <div ref={frame}>
        <Box sx={{ height: { xs: 320, md: 440 }, display: 'grid', '& > *': { minHeight: 0 } }}>
          <Fallback instead={<EmptyState title={detail.mapFailed} />}>
            <Suspense fallback={<Loading />}>
              <DensityMap
                grid={coverage.grid}
                outline={outline}
                basemap={config?.map.basemap ?? null}
                label={m.map}
                pressed={pressed}
                onPoint={setPointed}
                onPress={setPressed}
              />
            </Suspense>
          </Fallback>
        </Box>
        <Stack sx={{ px: 2, py: 1, gap: 0.5, borderTop: 1, borderColor: 'divider' }}>
          <ShadeLegend label={m.legend} entries={ENTRIES} />
          <CellWords choice={choice} pointed={pointed} pressed={pressed} />
        </Stack>
      </div>
    </Panel>
  );
}

interface CellWordsProps {
  choice: CoverageChoice;
  pointed: GridCell | null;
  pressed: GridCell | null;
}

/** How many scenes lie under the pointer, and the way to those of the cell that was pressed. */
function CellWords({ choice, pointed, pressed }: CellWordsProps) {
  const { coverage: m } = useAdminMessages();
  const words = pointed === null ? m.pointHint : m.pointed(whole(pointed.scenes));
  return (
    <Typography variant="caption" color="textSecondary" role="status">
      {words}
      {m.stop}
      {pressed === null || pressed.scenes === 0 ? (
        m.pressHint
      ) : (
        <Link href={cellSearch(choice, pressed)} target="_blank">
          {m.pressed(whole(pressed.scenes))}
        </Link>
      )}
    </Typography>
  );
}

interface CoverageTableProps {
  coverage: Coverage;
  choice: CoverageChoice;
  shown: FigureKind;
  onShow: (shown: FigureKind) => void;
}

function CoverageTable({ coverage, choice, shown, onShow }: CoverageTableProps) {
  const { coverage: m } = useAdminMessages();
  const nameOf = useSatelliteName();
  const section = useSatellitesInSight();
  if (coverage.scenes === 0) return <EmptyState title={m.nothing} hint={m.nothingHint} />;
  return (
    <Stack ref={section} role="group" aria-label={m.bySatelliteAndYear} tabIndex={-1} spacing={1}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h2" variant="h2" sx={{ flex: 1 }}>
          {m.bySatelliteAndYear}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={shown}
          aria-label={m.shown}
          onChange={(_, next: FigureKind | null) => next !== null && onShow(next)}
        >
          {FIGURE_KINDS.map((one) => (
            <ToggleButton key={one} value={one}>
              {m[one]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      <FigureTable
        label={m.bySatelliteAndYear}
        names={m.satellite}
        columns={[...yearsOf(coverage).map(String), m.allYears]}
        rows={rowsOf(coverage, shown).map(({ satellite, figures }) => ({
          key: satellite === null ? 'all' : `of ${satellite}`,
          name: satellite === null ? m.allSatellites : nameOf(satellite),
          figures: figures.map(({ text, year, scenes }) => ({
            text,
            href: scenes > 0 ? tableSearch(choice, satellite, year) : undefined,
          })),
        }))}
      />
      <Typography variant="caption" color="textSecondary">
        {m.tableHint} {m.shareHint(cellWords(coverage.grid.side))}
      </Typography>
    </Stack>
  );
}

/** Kilometres of a degree of latitude. */
const A_DEGREE = 111.2;

/** The height of a cell: `45 km`, `0.8 km`. */
function cellWords(side: number): string {
  const kilometres = side * A_DEGREE;
  return `${kilometres >= 10 ? Math.round(kilometres) : kilometres.toFixed(1)} km`;
}
