import { boundingExtent } from 'ol/extent';
import Feature from 'ol/Feature';
import { fromExtent } from 'ol/geom/Polygon';
import PointerInteraction from 'ol/interaction/Pointer';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import type MapBrowserEvent from 'ol/MapBrowserEvent';
import VectorSource from 'ol/source/Vector';
import type { StyleLike } from 'ol/style/Style';

/** West, south, east and north of a rectangle, in degrees. */
export type Box = readonly [number, number, number, number];

/** A pointer that moved less, in pixels, was clicked and not dragged. */
const STILL = 5;

/** A rectangle narrower than this, in pixels, is none. */
const NARROWEST = 2;

type BoxEvents = {
  onChange: (box: Box) => void;
  onEnd: (box: Box) => void;
  /** The first corner has been taken back. */
  onAbandon: () => void;
};

/** A rectangle by dragging, or by clicking two opposite corners. */
export class BoxInteraction extends PointerInteraction {
  private corner: number[] | null = null;
  private readonly sketch = new Feature();
  private readonly layer = new VectorLayer({
    source: new VectorSource({ wrapX: false, features: [this.sketch] }),
    zIndex: 1000,
  });

  constructor(
    private readonly events: BoxEvents,
    style: StyleLike,
  ) {
    super();
    this.layer.setStyle(style);
  }

  override setMap(map: OlMap | null): void {
    this.layer.setMap(map);
    super.setMap(map);
  }

  /** Takes the first corner back; says whether there was one. */
  removeLastPoint(): boolean {
    const had = this.corner !== null;
    this.corner = null;
    this.sketch.setGeometry(undefined);
    return had;
  }

  override handleDownEvent(event: MapBrowserEvent): boolean {
    this.corner ??= event.coordinate;
    this.show(event.coordinate);
    return true;
  }

  override handleDragEvent(event: MapBrowserEvent): void {
    // Two fingers zoom the map.
    if (this.getPointerCount() > 1) this.abandon();
    else this.show(event.coordinate);
  }

  override handleMoveEvent(event: MapBrowserEvent): void {
    if (this.corner !== null) this.show(event.coordinate);
  }

  override handleUpEvent(event: MapBrowserEvent): boolean {
    const box = this.show(event.coordinate);
    if (box === null) return false;
    const [x = 0, y = 0] = event.map.getPixelFromCoordinate(this.corner ?? []);
    const [atX = 0, atY = 0] = event.pixel;
    const [across, down] = [Math.abs(atX - x), Math.abs(atY - y)];
    // The second press of a click on the first corner is no rectangle.
    if (Math.hypot(across, down) < STILL || Math.min(across, down) < NARROWEST) return false;
    this.removeLastPoint();
    this.events.onEnd(box);
    return false;
  }

  private abandon(): void {
    if (this.removeLastPoint()) this.events.onAbandon();
  }

  private show(to: number[]): Box | null {
    if (this.corner === null) return null;
    const [west = 0, south = 0, east = 0, north = 0] = boundingExtent([this.corner, to]);
    const box: Box = [west, south, east, north];
    this.sketch.setGeometry(fromExtent([...box]));
    this.events.onChange(box);
    return box;
  }
}
