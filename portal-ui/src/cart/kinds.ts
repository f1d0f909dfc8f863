import type { Scene } from '@scenedock/ui-kit';

/** Index of archive data among the scene types. */
const ARCHIVE = 1;

/** Archive data and product data make orders of two kinds. */
export function splitKinds(scenes: readonly Scene[]): { archive: Scene[]; product: Scene[] } {
  return {
    archive: scenes.filter((scene) => scene.datatype === ARCHIVE),
    product: scenes.filter((scene) => scene.datatype !== ARCHIVE),
  };
}
