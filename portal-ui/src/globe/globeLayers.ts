import { ImageryLayer, type ImageryProvider } from '@cesium/engine';
import { groundStyle, WATER } from '@scenedock/ui-kit/basemap/ground';
import { type Ground, lineColours } from '@scenedock/ui-kit/basemap/nameStyles';
import { borderStyle } from '@scenedock/ui-kit/basemap/names';
import { MARBLE } from '@scenedock/ui-kit/basemap/packagedLayers';
import { RELIEF } from '@scenedock/ui-kit/basemap/relief';
import { configuredSource } from '@scenedock/ui-kit/configuredSource';
import type { LayerRole } from '../map/layerCatalogue';
import { groundOf, type OnReach } from '../map/layerStack';
import type { LayerState } from '../map/layerStates';
import type { Packed } from '../map/many/packed';
import { ReachWatch } from '../map/reachWatch';
import { COLOURS, SEA } from '../map/styles';
import { basemapTiles, type Look } from './basemapTiles';
import type { GlobeWidget } from './createGlobe';
import { drawMany } from './drawnMany';
import { drawPictures } from './drawnPictures';
import { Patience } from './patience';
import { drawnTiles, flatTiles } from './providers';

/** Pictures and drawn footprints are no sharper beyond; a service has its own levels. */
const PICTURE_LEVELS = 5;
const DRAWN_LEVELS = 13;
const SERVICE_LEVELS = 18;

/** What lies flat on the globe: how it is made, and by which name it is known again. */
type LayerPlan = { key: string; alpha: number; make: () => ImageryLayer };

type Make = () => ImageryProvider;

/** What a layer is made of, bottom first. */
function partsOf(
  { info }: LayerState,
  ground: Ground,
  onReach: OnReach,
  patience: Patience,
): Make[] {
  const { source, id, drawing } = info;
  const { url = '', raster = false } = drawing ?? {};
  if (typeof source !== 'string') {
    const watch = () => new ReachWatch((reached) => onReach(id, reached)).tile;
    return [() => flatTiles(configuredSource(source), SERVICE_LEVELS, patience, watch())];
  }
  const map = (look: Look) => () => basemapTiles(url, raster, look);
  if (source === 'land') return [map({ style: groundStyle(), sea: true, edge: SEA })];
  if (source === 'marble') return [() => drawnTiles(drawPictures([MARBLE]), PICTURE_LEVELS)];
  if (source === 'names')
    return raster ? [] : [map({ style: borderStyle(ground), edge: lineColours(ground).province })];
  const pictures = () => drawnTiles(drawPictures(RELIEF), PICTURE_LEVELS);
  return raster
    ? [pictures]
    : [pictures, map({ style: groundStyle('water'), shaded: true, edge: WATER })];
}

const keyOf = ({ info }: LayerState, ground: Ground) => {
  const drawn = info.drawing === undefined ? '' : ` ${info.drawing.url}`;
  return info.source === 'names' ? `${info.id}${drawn} ${ground}` : `${info.id}${drawn}`;
};

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
    const plans = this.plan(states, many);
    for (const key of [...this.laid.keys()]) {
      if (!plans.some((one) => one.key === key)) this.drop(key);
    }
    const { imageryLayers } = this.scene;
    plans.forEach(({ key, alpha, make }, at) => {
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

  private plan(states: readonly LayerState[], packed: Packed | null): LayerPlan[] {
    const ground = groundOf(states);
    const visible = states.filter(({ visible }) => visible);
    const layersOf = (role: LayerRole) =>
      visible
        .filter(({ info }) => info.role === role)
        .flatMap((state) => this.layersOf(state, ground));
    const [bases, borders] = [layersOf('base'), layersOf('annotation')];
    if (packed === null) return [...bases, ...borders];
    const make = () =>
      new ImageryLayer(drawnTiles(drawMany(packed), DRAWN_LEVELS, COLOURS.footprint.edge));
    // Borders lie over the footprints.
    return [...bases, { key: 'many', alpha: 1, make }, ...borders];
  }

  private layersOf(state: LayerState, ground: Ground): LayerPlan[] {
    const { id } = state.info;
    const patience = this.patience.get(id) ?? new Patience(Date.now);
    this.patience.set(id, patience);
    const key = keyOf(state, ground);
    return partsOf(state, ground, this.onReach, patience).map((provider, part) => ({
      key: part === 0 ? key : `${key} ${part}`,
      alpha: state.opacity,
      make: () => new ImageryLayer(provider()),
    }));
  }

  private drop(key: string): void {
    const layer = this.laid.get(key);
    if (layer === undefined) return;
    this.laid.delete(key);
    this.patience.delete(key);
    this.scene.imageryLayers.remove(layer, true);
  }
}
