import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { visuallyHidden } from '@mui/utils';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { chooseWkt, useArea } from '../area/areaChoice';
import { MapToolProvider, useMapTool } from '../map/mapTool';
import { useCartIntent } from '../session/useCartIntent';
import { ConditionsForm } from './ConditionsForm';
import { ResultList } from './ResultList';
import { SearchMap } from './SearchMap';
import { SearchSceneDialog } from './SearchSceneDialog';
import { type Criteria, conditionCount, criteriaOf, EMPTY_CRITERIA } from './searchState';
import { useSceneSearch } from './useSceneSearch';
import { useSearchUrl } from './useSearchUrl';

const NO_SCENES: Scene[] = [];

/** On a phone one of the three is shown at a time. */
const PANES = ['conditions', 'results', 'map'] as const;

type Pane = (typeof PANES)[number];

function PaneTabs({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) {
  const m = useMessages();
  return (
    <Tabs
      value={pane}
      onChange={(_, next: Pane) => onChange(next)}
      variant="fullWidth"
      aria-label={m.search.title}
      sx={{ display: { md: 'none' }, bgcolor: 'background.paper' }}
    >
      {PANES.map((one) => (
        <Tab key={one} value={one} label={m.search[one]} />
      ))}
    </Tabs>
  );
}

/** Where to search, for what, on a map. */
export default function SearchPage() {
  return (
    <MapToolProvider>
      <Search />
    </MapToolProvider>
  );
}

function Search() {
  const m = useMessages();
  const { state, change } = useSearchUrl();
  const search = useSceneSearch(state);
  const cart = useCartIntent();
  const { tool } = useMapTool();
  const { shown: area } = useArea(state.area);
  const [rowHover, setRowHover] = useState<string | null>(null);
  const [mapHover, setMapHover] = useState<string | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const [pane, setPane] = useState<Pane>('results');
  const [open, setOpen] = useState(true);
  const scenes = search.data?.items ?? NO_SCENES;
  const key = JSON.stringify(criteriaOf(state));
  const criteria = useMemo(() => JSON.parse(key) as Criteria, [key]);
  const openScene = useCallback((scene: string | null) => change({ scene }), [change]);
  const locate = useCallback((target: string) => {
    setFocus(target);
    setPane('map');
  }, []);
  useEffect(() => {
    if (tool !== 'none') setPane('map');
  }, [tool]);
  const onDrawn = useCallback(
    (wkt: string) => void chooseWkt(wkt).then((area) => change({ area, page: 1 })),
    [change],
  );
  const onSearch = (next: Criteria) => {
    change({ ...next, page: 1 });
    setPane('results');
  };
  const visible = (one: Pane) => ({ xs: pane === one ? 'block' : 'none', md: 'block' });
  const hidden = { ...visible('conditions'), md: open ? 'block' : 'none' };
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <h1 style={visuallyHidden}>{m.search.title}</h1>
      <PaneTabs pane={pane} onChange={setPane} />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        <Box
          sx={{
            display: hidden,
            width: { xs: '100%', md: 320 },
            flex: 'none',
            bgcolor: 'background.paper',
            borderRight: 1,
            borderColor: 'divider',
          }}
        >
          <ConditionsForm criteria={criteria} onSearch={onSearch} />
        </Box>
        <Box sx={{ display: visible('results'), width: { xs: '100%', md: 380 }, flex: 'none' }}>
          <ResultList
            state={state}
            data={search.data}
            error={search.error}
            fetching={search.isFetching}
            narrowed={conditionCount(state) > 0}
            hovered={rowHover ?? mapHover}
            pointedAt={mapHover}
            inCart={cart.ids}
            onHover={setRowHover}
            onOpen={openScene}
            onLocate={locate}
            onAdd={cart.add}
            onSort={(sort) => change({ sort, page: 1 })}
            onPage={(page) => change({ page })}
            onRetry={() => void search.refetch()}
            onReset={() => onSearch(EMPTY_CRITERIA)}
          />
        </Box>
        <Box sx={{ display: visible('map'), flex: 1, minWidth: 0, position: 'relative' }}>
          <SearchMap
            state={state}
            scenes={scenes}
            hovered={rowHover ?? mapHover}
            focus={focus}
            area={area?.wkt ?? null}
            onDrawn={onDrawn}
            onHover={setMapHover}
            onPick={openScene}
            onChange={change}
          />
          <IconButton
            aria-label={open ? m.search.hidePanel : m.search.showPanel}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            sx={{
              display: { xs: 'none', md: 'inline-flex' },
              position: 'absolute',
              left: 0,
              top: 12,
              borderRadius: '0 6px 6px 0',
              bgcolor: 'background.paper',
              boxShadow: 2,
              '&:hover': { bgcolor: 'grey.100' },
            }}
          >
            {open ? <ChevronLeft fontSize="small" /> : <ChevronRight fontSize="small" />}
          </IconButton>
        </Box>
      </Box>
      {state.scene === null ? null : (
        <SearchSceneDialog
          dataId={state.scene}
          scenes={scenes}
          inCart={cart.ids}
          onOpen={openScene}
          onAdd={cart.add}
          onLocate={locate}
        />
      )}
    </Box>
  );
}
