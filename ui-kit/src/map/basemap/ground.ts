import type { FeatureLike } from 'ol/Feature';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style, { type StyleFunction } from 'ol/style/Style';
import { tokens } from '../../tokens';

const LAND: Record<string, string> = {
  land: tokens.map.land,
  china: tokens.map.china,
};

export const WATER = tokens.map.sea;
const STREAM = tokens.map.stream;

const filled = (color: string, zIndex: number) => new Style({ zIndex, fill: new Fill({ color }) });

/** Wider where one is nearer. */
const streamWidth = (resolution: number) =>
  resolution > 0.01 ? 0.7 : resolution > 0.002 ? 1 : 1.6;

function water(kind: string, resolution: number): Style {
  if (kind !== 'stream') return filled(WATER, 2);
  const stroke = new Stroke({ color: STREAM, width: streamWidth(resolution) });
  return new Style({ zIndex: 3, stroke });
}

/** Land, and lakes and rivers on it; `only` one of them. */
export function groundStyle(only?: 'land' | 'water'): StyleFunction {
  const known = new Map<string, Style>();
  return (feature: FeatureLike, resolution: number) => {
    const layer = String(feature.get('layer'));
    if (layer !== 'land' && layer !== 'water') return undefined;
    if (only !== undefined && layer !== only) return undefined;
    const kind = String(feature.get('kind'));
    const key = layer === 'land' ? kind : `${kind} ${streamWidth(resolution)}`;
    const style =
      known.get(key) ??
      (layer === 'water'
        ? water(kind, resolution)
        : filled(LAND[kind] ?? tokens.map.land, kind === 'china' ? 1 : 0));
    known.set(key, style);
    return style;
  };
}
