import type { ExportTarget } from '@scenedock/ui-kit';

/** Chosen scenes: the whole order, or some by their number. */
export interface Selection {
  whole: boolean;
  dids: ReadonlySet<number>;
}

export const NOTHING: Selection = { whole: false, dids: new Set() };

export const WHOLE: Selection = { whole: true, dids: new Set() };

export function isChosen({ whole, dids }: Selection, did: number): boolean {
  return whole || dids.has(did);
}

export function countChosen({ whole, dids }: Selection, total: number): number {
  return whole ? total : dids.size;
}

/**
 * Adds scenes of the page in view, or takes them away. What is taken from the whole order leaves the rest of the page:
 * only the page's numbers are known here.
 */
export function choose(
  old: Selection,
  page: readonly number[],
  changed: readonly number[],
  on: boolean,
): Selection {
  if (old.whole && on) {
    return old;
  }
  const dids = new Set(old.whole ? page : old.dids);
  for (const did of changed) {
    if (on) {
      dids.add(did);
    } else {
      dids.delete(did);
    }
  }
  return { whole: false, dids };
}

/** What an export of the selection asks for. */
export function exportTarget(orderId: string, { whole, dids }: Selection): ExportTarget {
  return whole ? { orderId } : { orderId, dids: [...dids] };
}
