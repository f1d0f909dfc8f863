import type { LayerType, MapLayer } from '@scenedock/ui-kit';

export const LAYER_TYPES: readonly LayerType[] = ['XYZ', 'WMTS', 'arcgis', 'WMS'];

export const NEW_LAYER: MapLayer = {
  name: '',
  layerName: '',
  layerUrl: '',
  layerType: 'XYZ',
  visible: true,
};

function asLayer(value: unknown): MapLayer | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, layerName, layerUrl, layerType, visible } = value as Record<string, unknown>;
  const type = LAYER_TYPES.find((one) => one === layerType);
  if (typeof layerUrl !== 'string' || type === undefined) return null;
  return {
    name: typeof name === 'string' ? name : '',
    layerName: typeof layerName === 'string' ? layerName : '',
    layerUrl,
    layerType: type,
    visible: visible === true,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The layer of an entry; null when it is empty or says nothing that can be read. */
export function readLayer(text: string): MapLayer | null {
  return asLayer(parse(text));
}

/** The layers of an entry; none when it is empty, null when it cannot be read. */
export function readLayers(text: string): MapLayer[] | null {
  if (text.trim() === '') return [];
  const value = parse(text);
  if (!Array.isArray(value)) return null;
  const layers = value.map(asLayer);
  return layers.includes(null) ? null : layers.flatMap((layer) => layer ?? []);
}

/** An entry says nothing at all when there are no layers. */
export const writeLayers = (layers: readonly MapLayer[]) =>
  layers.length === 0 ? '' : JSON.stringify(layers);

/** What of a layer is missing or wrong. */
export function layerFault({ name, layerUrl }: MapLayer): 'name' | 'url' | 'address' | null {
  if (name.trim() === '') return 'name';
  if (layerUrl.trim() === '') return 'url';
  return /^(https?:\/\/|\/(?![/\\]))/i.test(layerUrl.trim()) ? null : 'address';
}

/** The layer as it is fetched: the token put in. */
export const withToken = (layer: MapLayer, token: string): MapLayer => ({
  ...layer,
  layerUrl: layer.layerUrl.replaceAll('{token}', encodeURIComponent(token)),
});
