import type { ExportTarget } from '../exports/runExport';

/** Chosen scenes: the whole order, or some by their number. */
export type SceneSelection = { whole: boolean; dids: ReadonlySet<number> };

export const NO_SCENES: SceneSelection = { whole: false, dids: new Set() };

export const WHOLE_ORDER: SceneSelection = { whole: true, dids: new Set() };

export function isSceneChosen({ whole, dids }: SceneSelection, did: number): boolean {
  return whole || dids.has(did);
}

export function countChosenScenes({ whole, dids }: SceneSelection, total: number): number {
  return whole ? total : dids.size;
}

/**
 * Adds or takes away scenes of the page in view. What is taken from the whole order leaves the rest of the page: only
 * the page's numbers are known here.
 */
export function chooseScenes(
  old: SceneSelection,
  page: readonly number[],
  changed: readonly number[],
  on: boolean,
): SceneSelection {
  if (old.whole && on) return old;
  const dids = new Set(old.whole ? page : old.dids);
  for (const did of changed) {
    if (on) dids.add(did);
    else dids.delete(did);
  }
  return { whole: false, dids };
}

/** What an export of the selection asks for. */
export function exportTarget(orderId: string, { whole, dids }: SceneSelection): ExportTarget {
  return whole ? { orderId } : { orderId, dids: [...dids] };
}
