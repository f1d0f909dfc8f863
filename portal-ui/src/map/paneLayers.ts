import type { LayerState } from './layerStates';

/** Base layers that can be compared, uppermost first. */
export const basesOf = (list: readonly LayerState[]): LayerState[] =>
  flatLayers(list)
    .filter(({ info }) => info.role === 'base')
    .reverse();

/** Layers of the flat map. */
export function flatLayers(list: readonly LayerState[]): LayerState[] {
  return list.filter(({ info }) => info.only === undefined);
}

/**
 * What a pane starts with when nobody has chosen: the first as the layer list has it, the others one base layer each
 * that the first does not show.
 */
export function defaultBase(list: readonly LayerState[], pane: number): string {
  if (pane === 0) return '';
  const bases = basesOf(list);
  const top = bases.find(({ visible }) => visible)?.info.id;
  const others = bases.filter(({ info }) => info.id !== top);
  return others[(pane - 1) % Math.max(1, others.length)]?.info.id ?? '';
}

/** The layers of a pane: the list as it is, or one base layer of it with the annotation. */
export function paneLayers(list: readonly LayerState[], base: string): LayerState[] {
  if (!list.some(({ info }) => info.id === base)) return [...list];
  return list.map((one) => {
    if (one.info.role === 'annotation') return one;
    const chosen = one.info.id === base;
    return { ...one, visible: chosen, opacity: chosen ? 1 : one.opacity };
  });
}
