import type { OrderScene } from '@scenedock/ui-kit';

/** The scenes of the table that the map brings out. */
export interface Highlight {
  /** Ticked on the page that is shown. */
  chosen: readonly OrderScene[];
  /** Under the pointer, or with the focus in its row. */
  pointed: OrderScene | null;
  /** The one that the map was asked to show. */
  located: OrderScene | null;
}

export const NO_HIGHLIGHT: Highlight = { chosen: [], pointed: null, located: null };

/** The footprints to bring out, as WKT; the same one once. */
export function highlightedFootprints({ chosen, pointed, located }: Highlight): string[] {
  const scenes = [...chosen, ...(located ? [located] : []), ...(pointed ? [pointed] : [])];
  const footprints = scenes.flatMap(({ wktresponse }) => (wktresponse ? [wktresponse] : []));
  return [...new Set(footprints)];
}

/** Where the map goes: to the scene that it was asked to show, else to the whole order. */
export function focusOf({ located }: Highlight): string | null {
  return located?.wktresponse ?? null;
}
