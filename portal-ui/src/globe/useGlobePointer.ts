import { ScreenSpaceEventHandler, ScreenSpaceEventType } from '@cesium/engine';
import type BaseObject from 'ol/Object';
import { useEffect, useRef } from 'react';
import type { PointerHandlers } from '../map/usePointer';
import { placeAt } from './camera';
import type { GlobeWidget } from './createGlobe';

/** Hovering, picking and reading coordinates as on the flat map. */
export function useGlobePointer(
  widget: GlobeWidget | null,
  pointer: BaseObject,
  handlers: PointerHandlers,
): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (widget === null) return;
    const events = new ScreenSpaceEventHandler(widget.canvas);
    const idAt = (pixel: Parameters<typeof placeAt>[1]) => {
      const at = placeAt(widget, pixel);
      return at === null ? null : latest.current.at(at);
    };
    events.setInputAction((event: ScreenSpaceEventHandler.MotionEvent) => {
      const at = placeAt(widget, event.endPosition);
      if (at !== null) pointer.set('at', at);
      if (latest.current.taken()) return;
      const id = at === null ? null : latest.current.at(at);
      widget.canvas.style.cursor = id !== null && latest.current.pickable ? 'pointer' : '';
      latest.current.onHover(id);
    }, ScreenSpaceEventType.MOUSE_MOVE);
    events.setInputAction((event: ScreenSpaceEventHandler.PositionedEvent) => {
      const id = latest.current.taken() ? null : idAt(event.position);
      if (id !== null) latest.current.onPick(id);
    }, ScreenSpaceEventType.LEFT_CLICK);
    return () => events.destroy();
  }, [widget, pointer, handlers]);
}
