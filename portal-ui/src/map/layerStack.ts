import type { MapLayer } from '@scenedock/ui-kit';
import type { Ground } from '@scenedock/ui-kit/basemap/nameStyles';
import { packagedLayers } from '@scenedock/ui-kit/basemap/packagedLayers';
import { configuredSource } from '@scenedock/ui-kit/configuredSource';
import type { EventsKey } from 'ol/events';
import type BaseLayer from 'ol/layer/Base';
import LayerGroup from 'ol/layer/Group';
import type Layer from 'ol/layer/Layer';
import TileLayer from 'ol/layer/Tile';
import { unByKey } from 'ol/Observable';
import { getRenderPixel } from 'ol/render';
import type RenderEvent from 'ol/render/Event';
import type { LayerInfo } from './layerCatalogue';
import type { LayerState } from './layerStates';
import { ReachWatch } from './reachWatch';

/** Whether somebody can reach the tiles of a layer. */
export type OnReach = (id: string, reached: boolean) => void;

/** Set on the group of a stack once it has been told what to show. */
const SHOWN_PROPERTY = 'shown';

/** Whether a layer of a map is a stack that knows what it shows. */
export const isShown = (layer: BaseLayer): boolean => layer.get(SHOWN_PROPERTY) === true;

/** Names lie over footprints, so that they can be read. */
const ANNOTATION_Z = 60;

function tilesOf(layer: MapLayer, watch: ReachWatch): TileLayer {
  const source = configuredSource(layer);
  source.on('tileloaderror', () => watch.tile(false));
  source.on('tileloadend', () => watch.tile(true));
  return new TileLayer({ source });
}

/** What layers of pictures taken from above are called. */
const IMAGERY = /影像|卫星|航拍|imag|satellite|\bimg/i;

function isImagery({ id, source }: LayerInfo): boolean {
  if (id === 'config.imagery') return true;
  return typeof source !== 'string' && IMAGERY.test(`${source.name} ${source.layerName}`);
}

/** What lines and names lie on: the uppermost base layer that is shown. */
export function groundOf(states: readonly LayerState[]): Ground {
  const top = states.findLast(({ info, visible }) => visible && info.role === 'base');
  const source = top?.info.source;
  if (source === 'relief' || source === 'marble') return source;
  return top !== undefined && isImagery(top.info) ? 'dark' : 'plain';
}

/** Without the base layers that lie under opaque relief, which has land and water of its own: they would cost time alone. */
export function uncovered(visible: readonly LayerState[]): LayerState[] {
  const cover = visible.findLastIndex(
    ({ info, opacity }) =>
      info.source === 'relief' && info.drawing?.raster === false && opacity === 1,
  );
  return visible.filter(({ info }, at) => info.role === 'annotation' || at >= cover);
}

/** The picture that a layer is about to draw into. */
type Cut = {
  /** Nothing is drawn outside the part of the width from `from` to `to` (0 to 1). */
  part: (from: number, to: number) => void;
};

export type Clip = (cut: Cut) => void;

function cutOf(event: RenderEvent, context: CanvasRenderingContext2D): Cut {
  const [width = 0, height = 0] = event.frameState?.size ?? [];
  const corner = (x: number, y: number): [number, number] => {
    const [left = 0, top = 0] = getRenderPixel(event, [x, y]);
    return [left, top];
  };
  const part = (from: number, to: number) => {
    if (from <= 0 && to >= 1) return;
    context.beginPath();
    context.moveTo(...corner(from * width, 0));
    context.lineTo(...corner(to * width, 0));
    context.lineTo(...corner(to * width, height));
    context.lineTo(...corner(from * width, height));
    context.closePath();
    context.clip();
  };
  return { part };
}

/** Cuts what a layer draws; the answers end it. */
export function clipLayer(layer: Layer, clip: Clip): EventsKey[] {
  const before = layer.on('prerender', (event) => {
    const { context } = event;
    if (!(context instanceof CanvasRenderingContext2D)) return;
    context.save();
    clip(cutOf(event, context));
  });
  const after = layer.on('postrender', ({ context }) => {
    if (context instanceof CanvasRenderingContext2D) context.restore();
  });
  return [before, after];
}

/** Layers of one map, made when first shown and kept. Base layers are cut, names never. */
export class LayerStack {
  readonly group = new LayerGroup({ layers: [] });
  private readonly made = new Map<string, LayerGroup>();
  private readonly cuts: EventsKey[] = [];
  private readonly watches: ReachWatch[] = [];

  /** `above`: how far up it lies among other stacks of the same map. */
  constructor(
    private readonly onReach: OnReach,
    private readonly clip: Clip,
    private readonly above = 0,
  ) {}

  show(states: readonly LayerState[]): void {
    const ground = groundOf(states);
    const visible = uncovered(states.filter(({ visible }) => visible));
    const groups = visible.map(({ info, opacity }, order) => {
      const group = this.groupOf(info, ground);
      group.setOpacity(opacity);
      group.setZIndex(info.role === 'annotation' ? ANNOTATION_Z : this.above + order);
      return group;
    });
    const layers = this.group.getLayers();
    layers.clear();
    layers.extend(groups);
    this.group.set(SHOWN_PROPERTY, true);
  }

  /** Asks again for tiles that did not come: by itself the map does so only once it has forgotten them. */
  again(id: string): void {
    for (const [key, group] of this.made) {
      if (!key.startsWith(`${id} `)) continue;
      for (const layer of group.getLayers().getArray()) {
        if (layer instanceof TileLayer) layer.getSource()?.refresh();
      }
    }
  }

  dispose(): void {
    unByKey(this.cuts);
    for (const watch of this.watches) watch.stop();
    this.group.getLayers().clear();
    for (const group of this.made.values()) {
      for (const layer of group.getLayers().getArray()) layer.dispose();
    }
    this.made.clear();
  }

  private groupOf(info: LayerInfo, ground: Ground): LayerGroup {
    const { url, english } = info.drawing ?? {};
    const key = `${info.id} ${url} ${info.role === 'annotation' ? `${ground} ${english}` : ''}`;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const layers = this.leavesOf(info, ground);
    if (info.role === 'base') {
      for (const layer of layers) this.cuts.push(...clipLayer(layer as Layer, this.clip));
    }
    const group = new LayerGroup({ layers });
    this.made.set(key, group);
    return group;
  }

  private leavesOf({ id, source, drawing }: LayerInfo, ground: Ground): BaseLayer[] {
    if (typeof source === 'string') {
      return drawing === undefined ? [] : packagedLayers(source, drawing, ground);
    }
    const watch = new ReachWatch((reached) => this.onReach(id, reached));
    this.watches.push(watch);
    return [tilesOf(source, watch)];
  }
}
