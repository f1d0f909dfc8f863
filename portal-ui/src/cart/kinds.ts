import type { Scene } from '@scenedock/ui-kit';

/** Index of archive data among the scene types, and the `dataType` of its orders. */
const ARCHIVE = 1;

/** Archive data and product data make orders of two kinds. */
export type DataKind = 'archive' | 'product';

export function dataKind(datatype: number | string): DataKind {
  return Number(datatype) === ARCHIVE ? 'archive' : 'product';
}

/** The kind that all of the scenes are; null: they are of both, or there are none. */
export function oneKind(scenes: readonly Pick<Scene, 'datatype'>[]): DataKind | null {
  const kinds = new Set(scenes.map((scene) => dataKind(scene.datatype)));
  return kinds.size === 1 ? ([...kinds][0] ?? null) : null;
}

/** The scenes of one order: those of the kind that is wanted, or of the other where there are none; and the rest. */
export function oneOrder(
  scenes: readonly Scene[],
  preferred: DataKind,
): { kind: DataKind; ordered: Scene[]; rest: Scene[] } {
  const split = splitKinds(scenes);
  const other = preferred === 'product' ? 'archive' : 'product';
  const kind = split[preferred].length > 0 ? preferred : other;
  return {
    kind,
    ordered: split[kind],
    rest: kind === preferred ? split[other] : [],
  };
}

export function splitKinds(scenes: readonly Scene[]): { archive: Scene[]; product: Scene[] } {
  const scenesOfKind = (kind: DataKind) =>
    scenes.filter((scene) => dataKind(scene.datatype) === kind);
  return { archive: scenesOfKind('archive'), product: scenesOfKind('product') };
}
