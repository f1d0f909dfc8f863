import {
  Cartesian3,
  Math as CesiumMath,
  Color,
  type Label,
  LabelCollection,
  LabelStyle,
  type Scene,
} from '@cesium/engine';
import { fontOf, PLACES } from '@scenedock/ui-kit/basemap/names';
import { type TileNumber, vectorTiles } from '@scenedock/ui-kit/basemap/source';
import { tokens } from '@scenedock/ui-kit/tokens';
import { resolutionOf } from './camera';
import type { GlobeWidget } from './createGlobe';
import { lonLat, type NamedPlace, placeOf, readable, type Sides, tilesInView } from './namesInView';
import { roomFor, widthOf } from './roomFor';

/** Cosine of how far round the Earth (from the camera) names are read: nearer the edge they lie over each other. */
const EDGE = 0.72;

/** Names float over the ground, so that it does not eat them, in metres. */
const FLOAT_M = 2000;

/** More names than these have no room on one picture. */
const MOST = 250;

export type NameLook = { url: string; english: boolean; dark: boolean };

/** Shows the names on the near side of the Earth that have room; they are asked in their order. */
function placeLabels(labels: readonly Label[], scene: Scene): void {
  const { positionWC: from } = scene.camera;
  const towards = Cartesian3.normalize(from, new Cartesian3());
  const placed = labels.map((label) => {
    const up = Cartesian3.normalize(label.position, new Cartesian3());
    if (Cartesian3.dot(up, towards) <= EDGE) return null;
    const at = label.computeScreenSpacePosition(scene);
    return at === undefined ? null : { x: at.x, y: at.y, width: widthOf(label.text) };
  });
  roomFor(placed).forEach((room, index) => {
    const label = labels[index];
    if (label !== undefined) label.show = room;
  });
}

function sidesOf(scene: Scene): Sides | null {
  const seen = scene.camera.computeViewRectangle();
  if (seen === undefined) return null;
  const { west, south, east, north } = seen;
  const [w, s, e, n] = [west, south, east, north].map(CesiumMath.toDegrees);
  return [w ?? -180, s ?? -90, e ?? 180, n ?? 90];
}

/** Names of places over the globe, in the language of the screen; they are those of the base map. */
export class GlobeNames {
  private readonly labels: LabelCollection;
  private readonly known = new Map<string, Promise<NamedPlace[]>>();
  private readonly stops: (() => void)[];
  private visible: Label[] = [];
  private requestedKey = '';

  constructor(
    private readonly widget: GlobeWidget,
    private readonly look: NameLook,
  ) {
    const { scene } = widget;
    this.labels = new LabelCollection({ scene });
    scene.primitives.add(this.labels);
    scene.camera.percentageChanged = 0.1;
    const refresh = () => void this.refresh();
    this.stops = [
      scene.preRender.addEventListener(() => placeLabels(this.visible, scene)),
      scene.camera.changed.addEventListener(refresh),
      scene.camera.moveEnd.addEventListener(refresh),
    ];
    refresh();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.requestedKey = 'gone';
    if (!this.widget.scene.isDestroyed()) this.widget.scene.primitives.remove(this.labels);
  }

  private async refresh(): Promise<void> {
    const { scene } = this.widget;
    const resolution = resolutionOf(this.widget);
    const tiles = tilesInView(sidesOf(scene) ?? [-180, -85, 180, 85], resolution);
    const key = `${tiles.join(' ')} ${resolution.toPrecision(2)}`;
    if (key === this.requestedKey || this.requestedKey === 'gone') return;
    this.requestedKey = key;
    const places = (await Promise.all(tiles.map((tile) => this.placesOn(tile)))).flat();
    // Somebody has moved on since.
    if (this.requestedKey === key) this.show(readable(places, resolution).slice(0, MOST));
  }

  private placesOn(tile: TileNumber): Promise<NamedPlace[]> {
    const key = tile.join('/');
    const known = this.known.get(key) ?? this.read(tile);
    this.known.set(key, known);
    return known;
  }

  private async read(tile: TileNumber): Promise<NamedPlace[]> {
    try {
      const features = await vectorTiles(this.look.url).read(tile, [0, 0, 1, 1]);
      return features.flatMap((feature) => {
        const [x = 0, y = 0] = feature.getFlatCoordinates();
        // What the tile above lends lies beside this one, too.
        if (x < 0 || x > 1 || y < 0 || y > 1) return [];
        return placeOf(feature, lonLat(tile, [x, y])) ?? [];
      });
    } catch {
      // A globe without names is still a globe; the next move asks again.
      this.known.delete(tile.join('/'));
      return [];
    }
  }

  private show(places: readonly NamedPlace[]): void {
    const { english, dark } = this.look;
    this.labels.removeAll();
    this.visible = places.map(({ at: [lon, lat], kind, name, english: own }) =>
      this.labels.add({
        position: Cartesian3.fromDegrees(lon, lat, FLOAT_M),
        text: english ? own : name,
        font: fontOf(PLACES[kind] ?? { size: 'body' }),
        style: LabelStyle.FILL_AND_OUTLINE,
        fillColor: Color.fromCssColorString(dark ? tokens.map.inkOnDark : tokens.map.ink),
        outlineColor: Color.fromCssColorString(dark ? tokens.map.night : tokens.map.white),
        outlineWidth: 4,
        show: false,
      }),
    );
    this.widget.scene.requestRender();
  }
}
