import Box from '@mui/material/Box';
import { tokens, useMessages } from '@scenedock/ui-kit';
import { isDark } from '@scenedock/ui-kit/basemap/nameStyles';
import type OlMap from 'ol/Map';
import { useMemo, useState } from 'react';
import { BaseSelect } from './BaseSelect';
import type { Marks, Shared } from './createMap';
import { groundOf, type OnReach } from './layerStack';
import type { LayerState } from './layerStates';
import { MapPane } from './MapPane';
import type { Packed } from './many/packed';
import { useMapLayers } from './mapLayers';
import { type MapMode, type PaneCount, withBase } from './mapMode';
import { defaultBase, flatLayers, paneLayers } from './paneLayers';
import { SwipeBar } from './SwipeBar';
import { footprintEdge, type Side } from './styles';
import type { PointerHandlers } from './usePointer';

type Props = {
  mode: MapMode;
  shared: Shared;
  many: Packed | null;
  marks: Marks;
  pointer: PointerHandlers;
  onMode: (part: Partial<MapMode>) => void;
  onReach: OnReach;
  onMap: (map: OlMap | null) => void;
};

/** On a phone panes lie below each other. */
const COLUMNS: Record<PaneCount, { xs: number; sm: number }> = {
  1: { xs: 1, sm: 1 },
  2: { xs: 1, sm: 2 },
  3: { xs: 1, sm: 3 },
  4: { xs: 2, sm: 2 },
};

/** Over the readout; on a narrow map that stands in three lines. */
const corner = (side: 'left' | 'right') =>
  ({
    position: 'absolute',
    bottom: 30,
    [side]: 6,
    zIndex: 1,
    display: 'flex',
    alignItems: 'center',
    gap: 0.5,
    '@container (max-width: 900px)': { bottom: 50 },
    '@container (max-width: 640px)': { bottom: 72 },
  }) as const;

/** The colour that footprints have on a side of the swipe bar. */
function SideColour({ side, layers }: { side: Side; layers: readonly LayerState[] }) {
  const m = useMessages();
  const color = footprintEdge(side, isDark(groundOf(layers)));
  return (
    <Box
      role="img"
      aria-label={side === 'left' ? m.map.colourLeft : m.map.colourRight}
      title={side === 'left' ? m.map.colourLeft : m.map.colourRight}
      data-colour={color}
      sx={{
        width: 22,
        height: 22,
        flex: 'none',
        borderRadius: 0.5,
        bgcolor: isDark(groundOf(layers)) ? tokens.map.night : 'background.paper',
        boxShadow: 1,
        border: '6px solid transparent',
        '&::before': { content: '""', display: 'block', height: 10, border: `2px solid ${color}` },
      }}
    />
  );
}

/** One to four maps that move together; a single one may be cut by a swipe bar. */
export function MapPanes({ mode, onMode, onMap, ...pane }: Props) {
  const m = useMessages();
  const { list: all } = useMapLayers();
  const list = useMemo(() => flatLayers(all), [all]);
  const [swipeAt, setSwipeAt] = useState(50);
  const { panes, swipe, bases } = mode;
  const baseOf = (index: number) => bases[index] || defaultBase(list, index);
  const choose = (index: number) => (base: string) => {
    const all = Array.from({ length: swipe ? 2 : panes }, (_, index) => baseOf(index));
    onMode({ bases: withBase(all, index, base) });
  };
  const key = Array.from({ length: Math.max(panes, 2) }, (_, index) => baseOf(index)).join('|');
  const layers = useMemo(() => key.split('|').map((base) => paneLayers(list, base)), [key, list]);
  const right = useMemo(
    () => (swipe ? (layers[1] ?? []).filter(({ info }) => info.role === 'base') : null),
    [swipe, layers],
  );
  const columns = COLUMNS[panes];
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        gap: '2px',
        gridTemplateColumns: {
          xs: `repeat(${columns.xs}, 1fr)`,
          sm: `repeat(${columns.sm}, 1fr)`,
        },
        gridAutoRows: '1fr',
        bgcolor: 'primary.dark',
      }}
    >
      {layers.slice(0, panes).map((own, index) => (
        <MapPane
          key={index}
          {...pane}
          label={panes === 1 ? m.search.map : `${m.search.map} ${m.map.pane(index + 1)}`}
          layers={own}
          right={index === 0 ? right : null}
          swipeAt={swipeAt / 100}
          onMap={index === 0 ? onMap : undefined}
        >
          {swipe ? <SwipeBar at={swipeAt} onMove={setSwipeAt} /> : null}
          {panes > 1 || swipe ? (
            <Box sx={corner('left')}>
              {swipe ? <SideColour side="left" layers={own} /> : null}
              <BaseSelect
                label={swipe ? m.map.swipeLeft : m.map.paneBase(index + 1)}
                value={baseOf(index)}
                list={list}
                onChange={choose(index)}
              />
            </Box>
          ) : null}
          {swipe ? (
            <Box sx={corner('right')}>
              <SideColour side="right" layers={right ?? []} />
              <BaseSelect
                label={m.map.swipeRight}
                value={baseOf(1)}
                list={list}
                onChange={choose(1)}
              />
            </Box>
          ) : null}
        </MapPane>
      ))}
    </Box>
  );
}
