import type OlMap from 'ol/Map';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isCalm } from '../../map/fly';

export type ViewAt = { center: number[]; zoom: number };
/** Views in the order they were taken, and which of them is shown. */
export type ViewSteps = { views: ViewAt[]; at: number };

/** Older views than these are forgotten. */
const MAX_VIEWS = 50;

const same = (a: ViewAt, b: ViewAt) =>
  Math.abs(a.zoom - b.zoom) < 1e-3 &&
  a.center.every((value, i) => Math.abs(value - (b.center[i] ?? 0)) < 1e-6);

/** After the map has come to rest at `view`: what lay ahead is forgotten; the same view again is no step. */
export function arrived(steps: ViewSteps, view: ViewAt): ViewSteps {
  const now = steps.views[steps.at];
  if (now !== undefined && same(now, view)) return steps;
  const views = [...steps.views.slice(0, steps.at + 1), view].slice(-MAX_VIEWS);
  return { views, at: views.length - 1 };
}

/** One step on (1) or back (-1); at its ends nothing happens. */
export function stepped(steps: ViewSteps, by: 1 | -1): ViewSteps {
  const at = steps.at + by;
  return at >= 0 && at < steps.views.length ? { ...steps, at } : steps;
}

/** Where the map has been, with the steps back and on, which do not begin again at the ends. */
export function useViewHistory(map: OlMap) {
  const [steps, setSteps] = useState<ViewSteps>({ views: [], at: -1 });
  const latest = useRef(steps);
  const set = useCallback((next: ViewSteps) => {
    latest.current = next;
    setSteps(next);
  }, []);
  useEffect(() => {
    const rested = () => {
      const view = map.getView();
      const [center, zoom] = [view.getCenter(), view.getZoom()];
      if (center && zoom !== undefined && !view.getAnimating()) {
        set(arrived(latest.current, { center: [...center], zoom }));
      }
    };
    rested();
    map.on('moveend', rested);
    return () => map.un('moveend', rested);
  }, [map, set]);
  const go = useCallback(
    (by: 1 | -1) => {
      const next = stepped(latest.current, by);
      const view = next.views[next.at];
      if (next === latest.current || view === undefined) return;
      set(next);
      map.getView().cancelAnimations();
      map.getView().animate({ ...view, duration: isCalm() ? 0 : 300 });
    },
    [map, set],
  );
  return { canGoBack: steps.at > 0, canGoAhead: steps.at < steps.views.length - 1, go };
}
