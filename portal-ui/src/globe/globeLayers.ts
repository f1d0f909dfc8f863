import {
  ImageryLayer,
  type ImageryProvider,
  Rectangle,
  SingleTileImageryProvider,
} from '@cesium/engine';
import { configuredSource } from '@scenedock/ui-kit/configuredSource';
import TileLayer from 'ol/layer/Tile';
import type TileSource from 'ol/source/Tile';
import { groundOf, type OnReach } from '../map/layerStack';
import type { LayerState } from '../map/layerStates';
import type { Packed } from '../map/many/packed';
import { BASEMAP, packagedLayers, RELIEF_RESOLUTIONS } from '../map/packagedLayers';
import type { GlobeWidget } from './createGlobe';
import { drawLand, drawLines, drawMany } from './drawnMap';
import { drawnTiles, flatTiles } from './providers';

/** Drawn tiles are no sharper beyond; a service has its own levels. */
const DRAWN_LEVELS = 11;
const SERVICE_LEVELS = 18;

type Provider = ImageryProvider | Promise<ImageryProvider>;

function relief(): TileSource | null {
  const [first] = packagedLayers('relief', 'relief');
  return first instanceof TileLayer ? first.getSource() : null;
}

function providerOf(
  { info }: LayerState,
  ground: ReturnType<typeof groundOf>,
  onReach: OnReach,
): Provider | null {
  const { source, id } = info;
  const reach = (reached: boolean) => onReach(id, reached);
  if (typeof source !== 'string') return flatTiles(configuredSource(source), SERVICE_LEVELS, reach);
  if (source === 'land') return drawnTiles(drawLand, DRAWN_LEVELS);
  if (source === 'names') return drawnTiles(drawLines(ground), DRAWN_LEVELS);
  if (source === 'marble') {
    return SingleTileImageryProvider.fromUrl(`${BASEMAP}/blue-marble.jpg`, {
      rectangle: Rectangle.MAX_VALUE,
    });
  }
  const tiles = relief();
  return tiles === null ? null : flatTiles(tiles, RELIEF_RESOLUTIONS.length - 1, reach);
}

/** Replaces everything that lies flat on the globe: base layers in their order, very many footprints, borders. */
export function layGround(
  widget: GlobeWidget,
  states: readonly LayerState[],
  many: Packed | null,
  onReach: OnReach,
): void {
  const { imageryLayers } = widget.scene;
  const ground = groundOf(states);
  imageryLayers.removeAll();
  for (const state of states.filter(({ visible }) => visible)) {
    if (state.info.role === 'annotation' && many !== null) addMany(widget, many);
    const provider = providerOf(state, ground, onReach);
    if (provider === null) continue;
    const layer =
      provider instanceof Promise
        ? ImageryLayer.fromProviderAsync(provider)
        : new ImageryLayer(provider);
    layer.alpha = state.opacity;
    // What comes later asks for a picture itself.
    layer.readyEvent.addEventListener(() => widget.scene.requestRender());
    imageryLayers.add(layer);
  }
  const named = states.some(({ info, visible }) => visible && info.role === 'annotation');
  if (!named && many !== null) addMany(widget, many);
  widget.scene.requestRender();
}

function addMany({ scene }: GlobeWidget, many: Packed): void {
  scene.imageryLayers.add(new ImageryLayer(drawnTiles(drawMany(many), DRAWN_LEVELS + 2)));
}
