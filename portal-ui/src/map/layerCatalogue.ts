import type { MapConfig, MapLayer } from '@scenedock/ui-kit';
import type { Drawing, PackagedLayer } from '@scenedock/ui-kit/basemap/packagedLayers';

export type LayerRole = 'base' | 'annotation';

/** One layer that can be switched, before anybody switched it. */
export type LayerInfo = {
  /** Stable over sessions and installations of the same configuration: bookmarks keep it. */
  id: string;
  /** A base map covers what is below it; annotation always lies on top. */
  role: LayerRole;
  /** Shown before anybody chose. */
  visible: boolean;
  source: PackagedLayer | MapLayer;
  /** Shown on the globe alone. */
  only?: 'globe';
  /** How the packaged map is drawn; only of packaged layers. */
  drawing?: Drawing;
};

/** What this installation has, bottom first. */
const PACKAGED: readonly LayerInfo[] = [
  { id: 'vector', role: 'base', visible: true, source: 'land' },
  { id: 'relief', role: 'base', visible: true, source: 'relief' },
  { id: 'imagery', role: 'base', visible: false, source: 'marble' },
];

const ANNOTATION: LayerInfo = {
  id: 'annotation',
  role: 'annotation',
  visible: true,
  source: 'names',
};

/** The packaged layers with those of the system configuration above them; bottom first, annotation last. */
export function layerCatalogue(config: MapConfig, english = false): LayerInfo[] {
  const named: [string, MapLayer | null][] = [
    ['config.imagery', config.imagery],
    ['config.vector', config.vector],
    ...config.layers.map((layer): [string, MapLayer] => [`layer.${layer.name}`, layer]),
  ];
  const known = new Map<string, LayerInfo>();
  for (const [id, source] of named) {
    if (source === null || source.layerUrl === '' || known.has(id)) continue;
    known.set(id, { id, role: 'base', visible: source.visible, source });
  }
  const { globe } = config;
  if (globe?.layerUrl) {
    const [id, role] = ['config.globe', 'base'] as const;
    known.set(id, { id, role, only: 'globe', visible: globe.visible, source: globe });
  }
  const drawing = { url: config.basemap.url, raster: config.basemap.raster, english };
  const drawn = (info: LayerInfo): LayerInfo => ({ ...info, drawing });
  return [...PACKAGED.map(drawn), ...known.values(), drawn(ANNOTATION)];
}

/** Levels of the matrix set of a configured layer: 0 to 21, of which 19 is the last that services fill. */
const CONFIGURED_MAX_ZOOM = 19;

/** At 15 a pixel is 5 metres, half of what the corners of the packaged map are rounded to. */
const PACKAGED_MAX_ZOOM = 15;

/** How near the map may be looked at. */
export function maxZoomOf(infos: readonly LayerInfo[]): number {
  const configured = infos.some(({ source }) => typeof source !== 'string');
  return configured ? CONFIGURED_MAX_ZOOM : PACKAGED_MAX_ZOOM;
}
