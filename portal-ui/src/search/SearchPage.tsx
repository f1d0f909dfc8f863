import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { visuallyHidden } from '@mui/utils';
import { type FoundScene, type Messages, useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { type AreaChoice, useArea } from '../area/areaChoice';
import { MapToolProvider, useMapTool } from '../map/mapTool';
import { useCartIntent } from '../session/useCartIntent';
import { ConditionsButton } from './ConditionsButton';
import { areaFault } from './conditions/areaFault';
import { useCover, useCoverScenes } from './cover/useCover';
import { PinnedCard } from './PinnedCard';
import { ResultPanel } from './ResultPanel';
import { type Pane, type Room, SearchFrame } from './SearchFrame';
import { SearchMap } from './SearchMap';
import { SearchTitle } from './SearchTitle';
import { SidePanel } from './SidePanel';
import { useRemember } from './saved/useRemember';
import { filterRequest, searchRequest } from './searchRequest';
import { type Criteria, conditionCount, criteriaOf, decodeSearch } from './searchState';
import { useAreaInView } from './useAreaInView';
import { useExistingPage } from './useExistingPage';
import { usePointing } from './usePointing';
import { useFootprints, useKindCounts, useSceneSearch } from './useSceneSearch';
import { useSearchKeys } from './useSearchKeys';
import { useSearchUrl } from './useSearchUrl';
import { useSelection } from './useSelection';

const CoverSuggestion = lazy(() => import('./cover/CoverSuggestion'));
const KeysDialog = lazy(() => import('./KeysDialog'));
const SearchSceneDialog = lazy(() => import('./SearchSceneDialog'));

const NO_SCENES: FoundScene[] = [];

/** What should be known of a map that does not show all that was found. */
function footprintNote(all: ReturnType<typeof useFootprints>, m: Messages): string | null {
  if (all.error !== null) return m.find.footprintsFailed;
  if (all.isLoading) return m.find.footprintsLoading;
  if (all.data === undefined || all.data.shown >= all.data.total) return null;
  return m.find.shownOf(all.data.shown, all.data.total);
}

/** Where to search, for what, on a map. */
export default function SearchPage() {
  return (
    <MapToolProvider>
      <Search />
    </MapToolProvider>
  );
}

function useRoom(): Room {
  const { breakpoints } = useTheme();
  const phone = useMediaQuery(breakpoints.down('md'), { noSsr: true });
  const narrow = useMediaQuery(breakpoints.down('lg'), { noSsr: true });
  if (phone) return 'phone';
  return narrow ? 'narrow' : 'wide';
}

function Search() {
  const m = useMessages();
  const room = useRoom();
  const { state, change } = useSearchUrl();
  const search = useSceneSearch(state);
  const cart = useCartIntent();
  const { tool } = useMapTool();
  const { shown: area } = useArea(state.area);
  const point = usePointing();
  const [pane, setPane] = useState<Pane>('results');
  const [help, setHelp] = useState(false);
  const key = JSON.stringify(criteriaOf(state));
  const criteria = useMemo(() => JSON.parse(key) as Criteria, [key]);
  const selection = useSelection(key);
  const data = search.error === null ? search.data : undefined;
  useExistingPage(state, search.isPlaceholderData ? undefined : data, change);
  const kindCounts = useKindCounts(criteria, data?.total);
  const all = useFootprints(state, state.view === 'footprints');
  const showCover = (on: boolean) => change({ cover: on }, { replace: !on });
  const cover = useCover(filterRequest(criteria), state.cover && criteria.area !== null, () =>
    showCover(false),
  );
  const suggested = useCoverScenes(cover.cover);
  useRemember(state, search.isSuccess && !search.isPlaceholderData);

  const scenes = cover.cover === null ? (data?.items ?? NO_SCENES) : suggested.scenes;
  const openScene = useCallback((scene: string | null) => change({ scene }), [change]);
  const { locate, setPinned, pinned } = point;
  const show = useCallback(
    (wkt: string) => {
      locate(wkt);
      setPane('map');
    },
    [locate],
  );
  useEffect(() => {
    if (tool !== 'none') setPane('map');
  }, [tool]);
  const setArea = useCallback((area: AreaChoice | null) => change({ area, page: 1 }), [change]);
  const toText = () => {
    setPane('conditions');
    change({ side: 'conditions' }, { replace: true });
    // The field comes with the next picture where its panel was not shown.
    setTimeout(() => document.getElementById('search-text')?.focus());
  };
  useSearchKeys({ onText: toText, onHelp: () => setHelp(true) });
  const onSearch = (next: Criteria) => {
    change({ ...next, page: 1 });
    if (state.side === 'conditions') setPane('results');
  };
  const goTo = useAreaInView(
    { choice: state.area, wkt: area?.wkt ?? null },
    state.centre !== null,
    locate,
  );
  const restore = (query: string) => {
    const { centre, zoom, scene, side, ...kept } = decodeSearch(new URLSearchParams(query));
    change(kept);
    goTo(kept.area);
    setPane('results');
  };
  // A first click shows which row it is, a second one opens it; what is not in the list can only be opened.
  const pick = (id: string) => {
    if (pinned === id || !scenes.some((scene) => scene.dataid === id)) openScene(id);
    else setPinned(id);
  };
  const row = {
    hovered: point.hovered,
    pinned,
    selected: selection.ids,
    inCart: cart.ids,
    onHover: point.setInList,
    onOpen: openScene,
    onLocate: show,
    onAdd: cart.add,
    onSelect: selection.toggle,
  };
  const pinnedScene = scenes.find((scene) => scene.dataid === pinned);
  const fault = areaFault(search.error);
  const request = searchRequest(state);
  const results =
    cover.cover === null ? (
      <ResultPanel
        {...row}
        state={state}
        criteria={criteria}
        data={data}
        error={search.error}
        fetching={search.isFetching}
        stale={search.isPlaceholderData}
        areaRefused={fault !== null}
        pointedAt={point.onMap ?? pinned}
        kindCounts={kindCounts}
        name={JSON.stringify([request, state.view])}
        cartBusy={cart.busy}
        coverBusy={cover.asking}
        mapNote={footprintNote(all, m)}
        start={
          room === 'narrow' ? (
            <ConditionsButton
              count={conditionCount(criteria)}
              onOpen={() => setPane('conditions')}
            />
          ) : undefined
        }
        onChange={change}
        onSelectMany={selection.set}
        onAddAll={() => cart.addFound(filterRequest(criteria), data?.total ?? 0)}
        onCheapest={() => showCover(true)}
        onRetry={() => void search.refetch()}
      />
    ) : (
      <Suspense>
        <CoverSuggestion
          {...row}
          {...suggested}
          cover={cover.cover}
          busy={cart.busy}
          onDismiss={() => showCover(false)}
        />
      </Suspense>
    );
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <h1 style={visuallyHidden}>{m.search.title}</h1>
      <SearchTitle criteria={criteria} total={data?.total} />
      {help ? (
        <Suspense>
          <KeysDialog onClose={() => setHelp(false)} />
        </Suspense>
      ) : null}
      <SearchFrame
        room={room}
        pane={pane}
        onPane={setPane}
        side={(onFold) => (
          <SidePanel
            onFold={onFold}
            state={state}
            criteria={criteria}
            areaFault={fault}
            onSide={(side) => change({ side }, { replace: true })}
            onSearch={onSearch}
            onRestore={restore}
            onZoom={show}
          />
        )}
        results={results}
        map={
          <SearchMap
            state={state}
            scenes={scenes}
            many={state.view === 'footprints' ? (all.data ?? null) : null}
            hovered={point.hovered}
            selected={state.scene ?? pinned}
            focus={point.focus}
            area={area?.wkt ?? null}
            gap={cover.cover?.gapWkt ?? null}
            onArea={setArea}
            onHover={point.setOnMap}
            onPick={pick}
            onOpen={openScene}
            onChange={change}
          >
            {room === 'phone' && pinnedScene !== undefined ? (
              <PinnedCard {...row} scene={pinnedScene} onClose={() => setPinned(null)} />
            ) : null}
          </SearchMap>
        }
      />
      {state.scene === null ? null : (
        <Suspense>
          <SearchSceneDialog
            dataId={state.scene}
            scenes={scenes}
            onOpen={openScene}
            onLocate={show}
          />
        </Suspense>
      )}
    </Box>
  );
}
