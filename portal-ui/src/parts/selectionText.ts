import { formatBytes, type Messages, type Scene } from '@scenedock/ui-kit';

/** Sum of the sizes that are known. */
export const bytesOf = (scenes: readonly Scene[]) =>
  scenes.reduce((sum, scene) => sum + scene.datasize, 0);

/** Scenes that only the catalogue knows (仅目录). */
export const catalogued = (scenes: readonly Scene[]) => scenes.filter((scene) => !scene.exists);

/** How many scenes have a size that nobody knows. */
export const unsizedOf = (scenes: readonly Scene[]) =>
  scenes.filter((scene) => scene.datasize === 0).length;

/** A volume as every part of a page says it: what is known, and how many scenes add to that. */
export const volumeText = (bytes: number, unsized: number, m: Messages) =>
  unsized > 0 ? m.cart.volumePart(formatBytes(bytes), unsized) : formatBytes(bytes);

/** How many scenes and how large they are; of scenes that only the catalogue knows nobody knows the size. */
export function selectionText(scenes: readonly Scene[], m: Messages): string {
  const bytes = bytesOf(scenes);
  const unsized = unsizedOf(scenes);
  if (bytes === 0 && unsized > 0) return m.cart.summaryUnsized(scenes.length);
  const size = volumeText(bytes, unsized, m);
  if (unsized > 0) return m.cart.summaryPart(scenes.length, size);
  return m.cart.summary(scenes.length, size);
}
