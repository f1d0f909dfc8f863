import Feature from 'ol/Feature';
import type { Geometry } from 'ol/geom';
import LineString from 'ol/geom/LineString';
import Polygon from 'ol/geom/Polygon';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import type { StyleLike } from 'ol/style/Style';
import { boxRing, type Position, type Shape } from '../../geo/wkt';
import { SCRATCH } from '../../map/createMap';
import type { GlobePoint, GlobeStage } from '../../map/mapStage';
import { Z } from '../../map/styles';
import type { DrawHooks, DrawKind } from './sketch';

/** A click this near the last point, in pixels, ends the drawing, as the second click of a double click does. */
const NEAR_PX = 8;

/** A place within half the Earth of another one: what crosses 180 degrees counts on beyond it. */
export function nearTo([lon, lat]: Position, other: Position | undefined): Position {
  if (other === undefined) return [lon, lat];
  return [lon + 360 * Math.round((other[0] - lon) / 360), lat];
}

const near = (a: GlobePoint['pixel'], b: GlobePoint['pixel'] | undefined) =>
  b !== undefined && Math.hypot(a[0] - b[0], a[1] - b[1]) <= NEAR_PX;

const boxOf = ([a, b]: Position, [c, d]: Position) =>
  boxRing([Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);

export type GlobeDraw = { undo: () => void; finish: () => void; stop: () => void };

/** One shape after the other, drawn with the pointer on the globe. */
class Drawing {
  private points: Position[] = [];
  private pixels: GlobePoint['pixel'][] = [];
  private at: Position | null = null;

  constructor(
    private readonly kind: Exclude<DrawKind, 'Box'>,
    private readonly hooks: () => DrawHooks,
    private readonly show: (geometry: Geometry | null) => void,
  ) {}

  click({ at, pixel }: GlobePoint): void {
    const point = nearTo(at, this.points.at(-1));
    if (this.kind === 'Point') {
      this.hooks().onDone({ kind: 'points', points: [point] });
      return;
    }
    const again = near(pixel, this.pixels.at(-1));
    const closed = this.kind === 'Polygon' && near(pixel, this.pixels[0]);
    if (again || closed) {
      this.finish();
      return;
    }
    this.points.push(point);
    this.pixels.push(pixel);
    this.at = point;
    this.tell();
  }

  move({ at }: GlobePoint): void {
    if (this.points.length === 0) return;
    this.at = nearTo(at, this.points.at(-1));
    this.tell();
  }

  undo(): void {
    this.points.pop();
    this.pixels.pop();
    if (this.points.length === 0) this.at = null;
    this.tell();
  }

  finish(): void {
    const { points } = this;
    const [first] = points;
    const least = this.kind === 'Polygon' ? 3 : 2;
    if (first === undefined || points.length < least) return;
    const shape: Shape =
      this.kind === 'Polygon'
        ? { kind: 'polygons', polygons: [[[...points, first]]] }
        : { kind: 'lines', lines: [points] };
    this.points = [];
    this.pixels = [];
    this.at = null;
    this.show(null);
    this.hooks().onDone(shape);
  }

  private tell(): void {
    const { at, points } = this;
    if (at === null) {
      this.show(null);
      this.hooks().onSketch(null);
      return;
    }
    const path = [...points, at].map(([lon, lat]) => [lon, lat]);
    const ring = this.kind === 'Polygon' && path.length > 2;
    this.show(ring ? new Polygon([[...path, path[0] ?? []]]) : new LineString(path));
    this.hooks().onSketch({ points: [...points, at], at });
  }
}

/** A box is dragged; meanwhile the globe stands still. */
function dragBox(
  globe: GlobeStage,
  hooks: () => DrawHooks,
  show: (geometry: Geometry | null) => void,
): Omit<GlobeDraw, 'finish'> {
  let from: Position | null = null;
  const abandon = () => {
    from = null;
    show(null);
    hooks().onSketch(null);
  };
  globe.hold(true);
  const unlisten = globe.listen({
    onDown: ({ at }) => {
      from = at;
    },
    onMove: ({ at }) => {
      if (from === null) return;
      const to = nearTo(at, from);
      show(new Polygon([boxOf(from, to).map(([lon, lat]) => [lon, lat])]));
      hooks().onSketch({ points: [from, to], at: to });
    },
    onUp: ({ at }) => {
      if (from === null) return;
      const ring = boxOf(from, nearTo(at, from));
      const [corner, , opposite] = ring;
      const flat = corner?.[0] === opposite?.[0] || corner?.[1] === opposite?.[1];
      abandon();
      if (!flat) hooks().onDone({ kind: 'polygons', polygons: [[ring]] });
    },
  });
  const stop = () => {
    unlisten();
    globe.hold(false);
  };
  return { undo: abandon, stop };
}

type GlobeDrawInput = { map: OlMap; globe: GlobeStage; kind: DrawKind; style: StyleLike };

/** Draws on the globe as the map's own tool draws on the map. */
export function drawOnGlobe(
  { map, globe, kind, style }: GlobeDrawInput,
  hooks: () => DrawHooks,
): GlobeDraw {
  const source = new VectorSource({ wrapX: false });
  const layer = new VectorLayer({ source, zIndex: Z.draw, style });
  layer.set('name', SCRATCH);
  map.addLayer(layer);
  const show = (geometry: Geometry | null) => {
    source.clear(true);
    if (geometry === null) source.changed();
    else source.addFeature(new Feature(geometry));
  };
  const clear = () => map.removeLayer(layer);
  if (kind === 'Box') {
    const box = dragBox(globe, hooks, show);
    const stop = () => {
      box.stop();
      clear();
    };
    return { undo: box.undo, finish: () => {}, stop };
  }
  const drawing = new Drawing(kind, hooks, show);
  const unlisten = globe.listen({
    onClick: (point) => drawing.click(point),
    onMove: (point) => drawing.move(point),
  });
  return {
    undo: () => drawing.undo(),
    finish: () => drawing.finish(),
    stop: () => {
      unlisten();
      clear();
    },
  };
}
