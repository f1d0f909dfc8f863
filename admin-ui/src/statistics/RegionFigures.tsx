import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  Loading,
  type ProvinceOutline,
  QueryResult,
  useConfigQuery,
} from '@scenedock/ui-kit';
import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Fallback } from '../parts/Fallback';
import { ChartTime } from '../parts/figures/ChartTime';
import { PictureMenu } from '../parts/figures/PictureMenu';
import { mapPicture } from '../parts/map/mapPicture';
import { ShadeLegend } from '../parts/map/ShadeLegend';
import { Panel } from '../parts/Panel';
import { regionClasses, shadeOf } from './regionClasses';
import { useProvinceOutlines } from './useProvinces';

const RegionMap = lazy(() => import('./RegionMap'));

/** What is counted in one province; `code` is empty for what lies in none. */
interface RegionFigure {
  code: string;
  /** How dark the province is. */
  count: number;
  /** The count as it is said: `12 个订单`. */
  words: string;
  /** The list of what is counted there. */
  rows?: string | undefined;
}

interface RegionFiguresProps {
  title: string;
  /** What the numbers of the legend are. */
  legend: string;
  /** In the order of the rows of the table. */
  figures: readonly RegionFigure[];
  /** The table of the same figures: a row that is pointed at, or has the focus, is shown on the map. */
  children: ReactNode;
}

/** Figures by province as a map of shades, and the table with all of them. */
export function RegionFigures({ title, legend, figures, children }: RegionFiguresProps) {
  const query = useProvinceOutlines();
  const [pointed, setPointed] = useState<string | null>(null);
  const pointAtRow = ({ target }: FocusEvent | PointerEvent) => {
    const row = target instanceof Element ? target.closest('tbody tr') : null;
    if (row === null) return;
    const index = [...(row.parentElement?.children ?? [])].indexOf(row);
    setPointed(figures[index]?.code || null);
  };
  return (
    <Stack spacing={2}>
      <QueryResult query={query}>
        {({ items }) => (
          <RegionPanel
            title={title}
            legend={legend}
            figures={figures}
            provinces={items}
            pointed={pointed}
            onPoint={setPointed}
          />
        )}
      </QueryResult>
      <Box onFocus={pointAtRow} onPointerOver={pointAtRow}>
        {children}
      </Box>
    </Stack>
  );
}

interface RegionPanelProps extends Omit<RegionFiguresProps, 'children'> {
  provinces: ProvinceOutline[];
  pointed: string | null;
  onPoint: (code: string | null) => void;
}

function RegionPanel(props: RegionPanelProps) {
  const { title, legend, figures, provinces, pointed, onPoint } = props;
  const { statistics: m, detail } = useAdminMessages();
  const { data: config } = useConfigQuery();
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const time = useContext(ChartTime);
  const figureOf = useMemo(() => new Map(figures.map((one) => [one.code, one])), [figures]);
  const { classes, shades } = useMemo(() => shaded(figures), [figures]);
  const draw = () => frame.current && mapPicture(frame.current, { title, time });
  return (
    <Panel title={title} aside={<PictureMenu name={title} draw={draw} />} flush>
      <div ref={frame}>
        <Box sx={{ height: { xs: 300, md: 460 }, display: 'grid', '& > *': { minHeight: 0 } }}>
          <Fallback instead={<EmptyState title={detail.mapFailed} />}>
            <Suspense fallback={<Loading />}>
              <RegionMap
                provinces={provinces}
                shades={shades}
                pointed={pointed}
                basemap={config?.map.basemap ?? null}
                label={m.regionMap}
                onPoint={onPoint}
                onPress={(code) => {
                  const rows = figureOf.get(code)?.rows;
                  if (rows !== undefined) navigate(rows);
                }}
                leadsOn={(code) => figureOf.get(code)?.rows !== undefined}
              />
            </Suspense>
          </Fallback>
        </Box>
        <Stack sx={{ px: 2, py: 1, gap: 0.5, borderTop: 1, borderColor: 'divider' }}>
          <ShadeLegend label={legend} entries={classes} />
          <PointedWords pointed={pointed} provinces={provinces} figureOf={figureOf} />
        </Stack>
      </div>
    </Panel>
  );
}

/** The classes of what lies in provinces, and the shade of each. */
function shaded(figures: readonly RegionFigure[]) {
  const inProvinces = figures.filter(({ code }) => code !== '');
  const classes = regionClasses(Math.max(0, ...inProvinces.map(({ count }) => count)));
  const shades = new Map(inProvinces.map(({ code, count }) => [code, shadeOf(classes, count)]));
  return { classes, shades };
}

interface PointedWordsProps {
  pointed: string | null;
  provinces: readonly ProvinceOutline[];
  figureOf: ReadonlyMap<string, RegionFigure>;
}

/** What lies in no province: the map has no place to press for it. */
function NowhereWords({ words, rows }: RegionFigure) {
  const { statistics: m } = useAdminMessages();
  const text = m.besidesRegions(words);
  return rows === undefined ? (
    text
  ) : (
    <Link component={RouterLink} to={rows}>
      {text}
    </Link>
  );
}

/** The province that is pointed at and its number, and what lies in none. */
function PointedWords({ pointed, provinces, figureOf }: PointedWordsProps) {
  const { statistics: m } = useAdminMessages();
  const province = provinces.find(({ areaCode }) => areaCode === pointed);
  const nowhere = figureOf.get('');
  const leadsOn = [...figureOf.values()].some(({ rows }) => rows !== undefined);
  return (
    <Typography variant="caption" color="textSecondary" role="status">
      {province === undefined
        ? m.regionHint + (leadsOn ? m.regionPress : '')
        : m.pointedRegion(province.areaName, figureOf.get(province.areaCode)?.words ?? m.noData)}
      {nowhere !== undefined && m.beforeBesides}
      {nowhere !== undefined && <NowhereWords {...nowhere} />}
    </Typography>
  );
}
