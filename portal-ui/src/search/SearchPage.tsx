import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { visuallyHidden } from '@mui/utils';
import { useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type AreaChoice, useArea } from '../area/areaChoice';
import { MapToolProvider } from '../map/mapTool';
import { useCartIntent } from '../session/useCartIntent';
import { CHANGED_SUBSCRIPTION, NEW_SUBSCRIPTION } from '../subscriptions/searchAddress';
import { ConditionsButton } from './ConditionsButton';
import { areaFault } from './conditions/areaFault';
import { type Room, SearchFrame } from './SearchFrame';
import { SearchMap } from './SearchMap';
import { SearchResults } from './SearchResults';
import { SearchTitle } from './SearchTitle';
import { SidePanel } from './SidePanel';
import { conditionCount, type SearchState } from './searchState';
import { usePointing } from './usePointing';
import { useResultState } from './useResultState';
import { useSearchKeys } from './useSearchKeys';
import { useSearchPanes } from './useSearchPanes';
import { useSearchUrl } from './useSearchUrl';
import { useSelection } from './useSelection';

const PinnedCard = lazy(() => import('./PinnedCard'));
const SubscriptionBanner = lazy(() => import('./saved/SubscriptionBanner'));
const KeysDialog = lazy(() => import('./KeysDialog'));
const SearchSceneDialog = lazy(() => import('./SearchSceneDialog'));

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

/** The search, its results and what is pointed at, selected or in the cart. */
function useSearch() {
  const { state, change } = useSearchUrl();
  const found = useResultState(state, change);
  const cart = useCartIntent();
  const { outline: area } = useArea(state.area);
  const point = usePointing();
  const { locate, pinned } = point;
  const panes = useSearchPanes({ state, change, area: area?.wkt ?? null, locate });
  const selection = useSelection(found.key);
  const openScene = useCallback((scene: string | null) => change({ scene }), [change]);
  const row = {
    hovered: point.hovered,
    pinned,
    selected: selection.ids,
    inCart: cart.ids,
    onHover: point.setInList,
    onOpen: openScene,
    onLocate: panes.show,
    onAdd: cart.add,
    onSelect: selection.toggle,
  };
  return { state, change, found, cart, area, point, panes, selection, openScene, row };
}

type SearchParts = ReturnType<typeof useSearch>;

function Search() {
  const m = useMessages();
  const room = useRoom();
  const parts = useSearch();
  const { state, change, found, cart, point, panes, row } = parts;
  const { criteria, data, scenes } = found;
  const [help, setHelp] = useState(false);
  useSearchKeys({ onText: panes.toText, onHelp: () => setHelp(true) });
  const fault = areaFault(found.search.error);
  const conditions = (
    <ConditionsButton count={conditionCount(criteria)} onOpen={() => panes.setPane('conditions')} />
  );
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <h1 style={visuallyHidden}>{m.search.title}</h1>
      <SearchTitle criteria={criteria} total={data?.total} />
      <ForSubscription state={state} />
      {help ? (
        <Suspense>
          <KeysDialog onClose={() => setHelp(false)} />
        </Suspense>
      ) : null}
      <SearchFrame
        room={room}
        pane={panes.pane}
        onPane={panes.setPane}
        side={(onFold) => (
          <SidePanel
            onFold={onFold}
            state={state}
            criteria={criteria}
            areaFault={fault}
            onSide={(side) => change({ side }, { replace: true })}
            onSearch={panes.search}
            onRestore={panes.restore}
            onZoom={panes.show}
            onKeys={() => setHelp(true)}
          />
        )}
        results={
          <SearchResults
            state={state}
            found={found}
            row={row}
            areaRefused={fault !== null}
            pointedAt={point.onMap ?? point.pinned}
            cartBusy={cart.busy}
            start={room === 'narrow' ? conditions : undefined}
            onChange={panes.refine}
            onSelectMany={parts.selection.set}
            onAddAll={cart.addFound}
          />
        }
        map={<FoundOnMap room={room} {...parts} />}
      />
      {state.scene === null ? null : (
        <Suspense>
          <SearchSceneDialog
            dataId={state.scene}
            scenes={scenes}
            onOpen={parts.openScene}
            onLocate={panes.show}
          />
        </Suspense>
      )}
    </Box>
  );
}

/** What the search is for, where a subscription is made of it or changed by it. */
function ForSubscription({ state }: { state: SearchState }) {
  const [params] = useSearchParams();
  if (!params.has(CHANGED_SUBSCRIPTION) && !params.has(NEW_SUBSCRIPTION)) return null;
  return (
    <Suspense>
      <SubscriptionBanner state={state} />
    </Suspense>
  );
}

/** The map of what was found; on a phone the scene that was picked on it lies over it. */
function FoundOnMap({ room, ...parts }: SearchParts & { room: Room }) {
  const { state, change, found, area, point, openScene } = parts;
  const { pinned, setPinned } = point;
  const { scenes } = found;
  const setArea = useCallback(
    (choice: AreaChoice | null) => change({ area: choice, page: 1 }),
    [change],
  );
  // A first click shows which row it is, a second one opens it; what is not in the list can only be opened.
  const pick = (id: string) => {
    if (pinned === id || !scenes.some((scene) => scene.dataid === id)) openScene(id);
    else setPinned(id);
  };
  const pinnedScene = scenes.find((scene) => scene.dataid === pinned);
  return (
    <SearchMap
      state={state}
      scenes={scenes}
      many={state.view === 'footprints' ? (found.all.data ?? null) : null}
      hovered={point.hovered}
      selected={state.scene ?? pinned}
      focus={point.focus}
      area={area?.wkt ?? null}
      gap={found.cover?.gapWkt ?? null}
      onArea={setArea}
      onHover={point.setOnMap}
      onPick={pick}
      onOpen={openScene}
      onChange={change}
    >
      {room === 'phone' && pinnedScene !== undefined ? (
        <Suspense>
          <PinnedCard {...parts.row} scene={pinnedScene} onClose={() => setPinned(null)} />
        </Suspense>
      ) : null}
    </SearchMap>
  );
}
