import type OlMap from 'ol/Map';
import type BaseObject from 'ol/Object';
import { useEffect, useRef } from 'react';

/** What the pointer does on a map, when no tool is in use. */
export type PointerHandlers = {
  /** The footprint at a place. */
  at: (coordinate: number[]) => string | null;
  onHover: (id: string | null) => void;
  onPick: (id: string) => void;
  onLeave: () => void;
  /** Whether a tool has the pointer. */
  taken: () => boolean;
  pickable: boolean;
};

/** Says where the pointer is, and finds the footprint under it, at most once for each picture of the map. */
export function usePointer(
  map: OlMap | null,
  pointer: BaseObject,
  handlers: PointerHandlers,
): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (map === null) return;
    let frame = 0;
    const hover = (coordinate: number[]) => {
      const { at, onHover, pickable, taken } = latest.current;
      if (taken()) return;
      const id = at(coordinate);
      map.getTargetElement()?.style.setProperty('cursor', id !== null && pickable ? 'pointer' : '');
      onHover(id);
    };
    const moved = ({ coordinate, dragging }: { coordinate: number[]; dragging: boolean }) => {
      pointer.set('at', coordinate);
      cancelAnimationFrame(frame);
      if (!dragging) frame = requestAnimationFrame(() => hover(coordinate));
    };
    const clicked = ({ coordinate }: { coordinate: number[] }) => {
      const { at, onPick, taken } = latest.current;
      const id = taken() ? null : at(coordinate);
      if (id !== null) onPick(id);
    };
    map.on('pointermove', moved);
    map.on('singleclick', clicked);
    return () => {
      cancelAnimationFrame(frame);
      map.un('pointermove', moved);
      map.un('singleclick', clicked);
    };
  }, [map, pointer]);
}
