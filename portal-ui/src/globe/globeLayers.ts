import {
  ImageryLayer,
  type ImageryProvider,
  Rectangle,
  SingleTileImageryProvider,
} from '@cesium/engine';
import { configuredSource } from '@scenedock/ui-kit/configuredSource';
import { groundOf, type OnReach } from '../map/layerStack';
import type { LayerState } from '../map/layerStates';
import type { Packed } from '../map/many/packed';
import type { Ground } from '../map/nameStyles';
import { BASEMAP } from '../map/packagedLayers';
import { ReachWatch } from '../map/reachWatch';
import type { GlobeWidget } from './createGlobe';
import { drawLand, drawLines, drawMany } from './drawnMap';
import { Patience } from './patience';
import { drawnTiles, flatTiles } from './providers';

/** Drawn tiles are no sharper beyond; a service has its own levels. */
const DRAWN_LEVELS = 11;
const SERVICE_LEVELS = 18;

type Provider = ImageryProvider | Promise<ImageryProvider>;

/** What lies flat on the globe: how it is made, and by which name it is known again. */
type Wanted = { key: string; alpha: number; make: () => ImageryLayer };

/** Pictures of the whole world. */
const PICTURES: Record<string, string> = { marble: 'blue-marble', relief: 'relief-world' };

function providerOf(
  { info }: LayerState,
  ground: Ground,
  onReach: OnReach,
  patience: Patience,
): Provider | null {
  const { source, id } = info;
  if (source === 'land') return drawnTiles(drawLand, DRAWN_LEVELS);
  if (source === 'names') return drawnTiles(drawLines(ground), DRAWN_LEVELS);
  if (typeof source === 'string') {
    return SingleTileImageryProvider.fromUrl(`${BASEMAP}/${PICTURES[source]}.jpg`, {
      rectangle: Rectangle.MAX_VALUE,
    });
  }
  const tiles = configuredSource(source);
  const watch = new ReachWatch((reached) => onReach(id, reached));
  return flatTiles(tiles, SERVICE_LEVELS, patience, watch.tile);
}

const keyOf = ({ info }: LayerState, ground: Ground) =>
  info.source === 'names' ? `${info.id} ${ground}` : info.id;

/** Everything that lies flat on a globe: base layers in their order, very many footprints, borders. */
export class GroundLayers {
  private readonly laid = new Map<string, ImageryLayer>();
  private readonly patience = new Map<string, Patience>();
  private many: Packed | null = null;
  private states: readonly LayerState[] = [];

  constructor(
    private readonly scene: GlobeWidget['scene'],
    private readonly onReach: OnReach,
  ) {}

  /** What lies there already stays: nothing is fetched again because something else has changed. */
  lay(states: readonly LayerState[], many: Packed | null): void {
    if (many !== this.many) this.drop('many');
    this.many = many;
    this.states = states;
    const wanted = this.wanted(states, many);
    for (const key of [...this.laid.keys()]) {
      if (!wanted.some((one) => one.key === key)) this.drop(key);
    }
    const { imageryLayers } = this.scene;
    wanted.forEach(({ key, alpha, make }, at) => {
      const layer = this.laid.get(key) ?? make();
      this.laid.set(key, layer);
      layer.alpha = alpha;
      if (imageryLayers.get(at) === layer) return;
      imageryLayers.remove(layer, false);
      imageryLayers.add(layer, at);
    });
    this.scene.requestRender();
  }

  /** Asks again for a layer that has been given up. */
  again(id: string): void {
    this.drop(id);
    this.lay(this.states, this.many);
  }

  private wanted(states: readonly LayerState[], packed: Packed | null): Wanted[] {
    const ground = groundOf(states);
    const shown = states.filter(({ visible }) => visible);
    const flat = shown.map((state): Wanted => {
      const make = () => this.layerOf(state, ground);
      return { key: keyOf(state, ground), alpha: state.opacity, make };
    });
    if (packed === null) return flat;
    const make = () => new ImageryLayer(drawnTiles(drawMany(packed), DRAWN_LEVELS + 2));
    // Borders lie over the footprints.
    const borders = shown.findIndex(({ info }) => info.role === 'annotation');
    return flat.toSpliced(borders < 0 ? flat.length : borders, 0, { key: 'many', alpha: 1, make });
  }

  private layerOf(state: LayerState, ground: Ground): ImageryLayer {
    const patience = this.patience.get(state.info.id) ?? new Patience(Date.now);
    this.patience.set(state.info.id, patience);
    const provider = providerOf(state, ground, this.onReach, patience);
    if (provider === null) return new ImageryLayer();
    if (!(provider instanceof Promise)) return new ImageryLayer(provider);
    const layer = ImageryLayer.fromProviderAsync(provider);
    // What comes later asks for a picture itself.
    layer.readyEvent.addEventListener(() => this.scene.requestRender());
    return layer;
  }

  private drop(key: string): void {
    const layer = this.laid.get(key);
    if (layer === undefined) return;
    this.laid.delete(key);
    this.patience.delete(key);
    this.scene.imageryLayers.remove(layer, true);
  }
}
