import type { LayerSwitch } from '@scenedock/ui-kit';
import type { LayerInfo } from './layerCatalogue';

/** A layer as somebody has set it; opacity 0 to 1. */
export type LayerState = { info: LayerInfo; visible: boolean; opacity: number };

/** What is remembered of one layer. */
export type KeptLayer = LayerSwitch & { opacity?: number };

const clamp = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? 1 : Math.min(1, Math.max(0.1, value));

/** The catalogue in the kept order; layers that nobody has set stand as they come. Annotation stays last. */
export function arrange(infos: readonly LayerInfo[], stored: readonly KeptLayer[]): LayerState[] {
  const byId = new Map(stored.map((one) => [one.serviceId, one]));
  const stateOf = (info: LayerInfo, index: number) =>
    info.role === 'annotation'
      ? Number.POSITIVE_INFINITY
      : (byId.get(info.id)?.serviceOrder ?? index);
  return infos
    .map((info, index) => ({ info, position: stateOf(info, index) }))
    .sort((a, b) => (a.position === b.position ? 0 : a.position - b.position))
    .map(({ info }) => {
      const one = byId.get(info.id);
      const visible = one === undefined ? info.visible : one.serviceStatus === 1;
      return { info, visible, opacity: clamp(one?.opacity) };
    });
}

/** What a bookmark and the browser keep, order counted from the bottom. */
export function keep(states: readonly LayerState[]): Required<KeptLayer>[] {
  return states.map(({ info, visible, opacity }, serviceOrder) => ({
    serviceId: info.id,
    serviceOrder,
    serviceStatus: visible ? 1 : 0,
    opacity,
  }));
}

/** `states` with one base layer moved up (1) or down (-1); the ends and annotation do not move. */
export function moved(states: readonly LayerState[], id: string, by: 1 | -1): LayerState[] {
  const from = states.findIndex(({ info }) => info.id === id);
  const one = states[from];
  const other = states[from + by];
  if (one?.info.role !== 'base' || other?.info.role !== 'base') return [...states];
  const next = [...states];
  next[from] = other;
  next[from + by] = one;
  return next;
}

/** Reads what the browser kept; anything else counts as nothing. */
export function readKept(text: string | null): KeptLayer[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptLayer {
  if (typeof value !== 'object' || value === null) return false;
  const { serviceId, serviceOrder } = value as Partial<KeptLayer>;
  return typeof serviceId === 'string' && typeof serviceOrder === 'number';
}
