import { useCallback, useContext, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { HeadingTo } from '../shell/headingTo';

export const PANE_COUNTS = [1, 2, 3, 4] as const;

export type PaneCount = (typeof PANE_COUNTS)[number];

/** How the map is looked at. */
export type MapMode = {
  panes: PaneCount;
  swipe: boolean;
  dim: 2 | 3;
  /** Base layer of each pane, and of left and right of the swipe bar; empty: as the layer list has it. */
  bases: readonly string[];
};

export const PLAIN_MODE: MapMode = { panes: 1, swipe: false, dim: 2, bases: [] };

/** The keys of the address that belong to the map. */
const KEYS = ['panes', 'swipe', 'dim', 'bases'] as const;

export function readMode(params: URLSearchParams): MapMode {
  const panes = PANE_COUNTS.find((count) => String(count) === params.get('panes')) ?? 1;
  const dim = params.get('dim') === '3' ? 3 : 2;
  const bases = (params.get('bases') ?? '').split('|');
  const swipe = params.get('swipe') === '1' && panes === 1 && dim === 2;
  return { panes, swipe, dim, bases: bases.every((base) => base === '') ? [] : bases };
}

export function writeMode(params: URLSearchParams, mode: MapMode): URLSearchParams {
  const next = new URLSearchParams(params);
  const entries: Record<(typeof KEYS)[number], string | null> = {
    panes: mode.panes === 1 ? null : String(mode.panes),
    swipe: mode.swipe ? '1' : null,
    dim: mode.dim === 3 ? '3' : null,
    bases: mode.bases.every((base) => base === '') ? null : mode.bases.join('|'),
  };
  for (const key of KEYS) {
    const value = entries[key];
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/**
 * How the map is looked at, as the address has it; a map that is only part of a page is always plain.
 *
 * The router takes an address over when it has the time. A change builds on the one that is under way, or the step before it
 * would be lost: a view of the results that was chosen a moment ago.
 */
export function useMapMode(inAddress: boolean) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const headingTo = useContext(HeadingTo);
  const mode = useMemo(() => (inAddress ? readMode(params) : PLAIN_MODE), [inAddress, params]);
  const change = useCallback(
    (part: Partial<MapMode>) =>
      setParams(
        (drawn) => {
          const heading = headingTo();
          const before = heading ? new URLSearchParams(heading.search) : drawn;
          return writeMode(before, { ...readMode(before), ...part });
        },
        { replace: true, state: headingTo()?.state ?? state },
      ),
    [setParams, headingTo, state],
  );
  return { mode, change };
}

/** `bases` with the one at `place` replaced. */
export function withBase(bases: readonly string[], pane: number, base: string): string[] {
  const length = Math.max(bases.length, pane + 1);
  return Array.from({ length }, (_, index) => (index === pane ? base : (bases[index] ?? '')));
}
