import Box from '@mui/material/Box';
import { tokens } from '@scenedock/ui-kit';
import { isDark } from '@scenedock/ui-kit/basemap/nameStyles';
import type OlMap from 'ol/Map';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPaneMap, type Marks, type PaneMap, type Shared } from './createMap';
import { type Clip, groundOf, LayerStack, type OnReach } from './layerStack';
import type { LayerState } from './layerStates';
import { ManyLayer } from './many/ManyLayer';
import type { Packed } from './many/packed';
import { footprintEdge, SEA, Z } from './styles';
import { type PointerHandlers, usePointer } from './usePointer';

export type MapPaneProps = {
  label: string;
  shared: Shared;
  layers: readonly LayerState[];
  /** What lies right of the swipe bar, which stands at a part (0 to 1) of the width. */
  right: readonly LayerState[] | null;
  swipeAt: number;
  many: Packed | null;
  marks: Marks;
  pointer: PointerHandlers;
  onReach: OnReach;
  onMap?: (map: OlMap | null) => void;
  children?: ReactNode;
};

/** Shows `layers` on a map, cut by `clip`, `above` the layers of another stack. */
function useStack(
  map: OlMap | null,
  layers: readonly LayerState[] | null,
  { shared: { retries }, onReach }: Pick<MapPaneProps, 'shared' | 'onReach'>,
  clip: Clip,
  above = 0,
): void {
  const [stack, setStack] = useState<LayerStack | null>(null);
  const cut = useRef(clip);
  cut.current = clip;
  const active = layers !== null;
  useEffect(() => {
    if (map === null || !active) return;
    const made = new LayerStack(onReach, (...args) => cut.current(...args), above);
    map.addLayer(made.group);
    setStack(made);
    const stop = retries.on((id) => made.again(id));
    return () => {
      stop();
      map.removeLayer(made.group);
      made.dispose();
      setStack(null);
    };
  }, [map, active, retries, onReach, above]);
  useEffect(() => {
    if (layers !== null) stack?.show(layers);
  }, [stack, layers]);
}

/** Where a swipe bar stands (0 to 1), and whether what lies right of it is dark. */
type Bar = { at: number; dark: boolean };

function useFootprintLayer(map: OlMap | null, many: Packed | null, bar: Bar | null): void {
  const [left, setLeft] = useState<ManyLayer | null>(null);
  const [right, setRight] = useState<ManyLayer | null>(null);
  const swiped = bar !== null;
  const dark = bar?.dark ?? false;
  useEffect(() => {
    if (map === null || many === null || many.count === 0) return;
    const layer = new ManyLayer(many, Z.results);
    map.addLayer(layer);
    setLeft(layer);
    return () => {
      setLeft(null);
      map.removeLayer(layer);
      layer.dispose();
    };
  }, [map, many]);
  useEffect(() => {
    if (map === null || many === null || many.count === 0 || !swiped) return;
    const layer = new ManyLayer(many, Z.results, footprintEdge('right', dark));
    map.addLayer(layer);
    setRight(layer);
    return () => {
      setRight(null);
      map.removeLayer(layer);
      layer.dispose();
    };
  }, [map, many, swiped, dark]);
  const at = bar?.at ?? 1;
  useEffect(() => {
    left?.part(0, at);
    right?.part(at, 1);
  }, [left, right, at]);
}

/** One map of a map view. */
export function MapPane(props: MapPaneProps) {
  const { shared, marks, right, swipeAt, onMap } = props;
  const target = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState<PaneMap | null>(null);
  const map = pane?.map ?? null;
  useEffect(() => {
    if (target.current === null) return;
    const made = createPaneMap(target.current, shared);
    setPane(made);
    onMap?.(made.map);
    return () => {
      onMap?.(null);
      setPane(null);
      // The view belongs to all panes: it must forget this one before its size is gone.
      made.map.setView(null);
      made.map.dispose();
    };
  }, [shared, onMap]);
  const { layers, many } = props;
  useEffect(
    () =>
      pane?.mark(marks, {
        ground: groundOf(layers),
        right: right === null ? null : groundOf(right),
        crowded: many !== null,
      }),
    [pane, marks, layers, right, many],
  );
  const bar = right === null ? null : swipeAt;
  useEffect(() => pane?.swipe(bar), [pane, bar]);
  const leftClip: Clip = (event) => event.part(0, right === null ? 1 : swipeAt);
  useStack(map, layers, props, leftClip);
  useStack(map, right, props, (event) => event.part(swipeAt, 1), ABOVE);
  const rightDark = right !== null && isDark(groundOf(right));
  useFootprintLayer(map, many, right === null ? null : { at: swipeAt, dark: rightDark });
  usePointer(map, shared.pointer, props.pointer);
  return (
    <Box sx={{ position: 'relative', minWidth: 0, minHeight: 0, overflow: 'hidden', bgcolor: SEA }}>
      <Box
        ref={target}
        role="application"
        aria-label={props.label}
        tabIndex={0}
        onMouseLeave={props.pointer.onLeave}
        sx={{
          position: 'absolute',
          inset: 0,
          '&:focus-visible': { outline: 'none' },
          '&:focus-visible::after': {
            content: '""',
            position: 'absolute',
            inset: 0,
            border: '2px solid',
            borderColor: 'primary.main',
            pointerEvents: 'none',
          },
          '& .scenedock-drawn-box': {
            border: `2px dashed ${tokens.map.area}`,
            background: tokens.map.areaSketch,
          },
        }}
      />
      {props.children}
    </Box>
  );
}

/** Base layers are ordered from 0 on; those at the right of the bar lie over them all, under everything drawn. */
const ABOVE = 15;
