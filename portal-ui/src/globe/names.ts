import {
  Cartesian3,
  Color,
  type Label,
  LabelCollection,
  LabelStyle,
  type Scene,
} from '@cesium/engine';
import { BASEMAP } from '../map/packagedLayers';
import { roomFor } from './roomFor';

type NameFile = {
  features: {
    properties: { n: string; k: string; cn?: number };
    geometry: { coordinates: [number, number] };
  }[];
};

/** From how far (metres) names of countries and of provinces are read. */
const SEEN_FROM: Record<string, [number, number]> = { c: [6_000_000, 3e7], p: [0, 7_000_000] };

const COUNTRY_FROM: [number, number] = [7_000_000, 3e7];

const SIZE: Record<string, string> = { c: '600 14px', p: '13px' };

/** Cosine of how far round the Earth (from the camera) names are read: nearer the edge they lie over each other. */
const EDGE = 0.72;

type Named = { label: Label; near: number; far: number };

/** Shows the names on the near side of the Earth that have room; they are asked in their order. */
function place(names: readonly Named[], scene: Scene): void {
  const { positionWC: from } = scene.camera;
  const towards = Cartesian3.normalize(from, new Cartesian3());
  const placed = names.map(({ label, near, far }) => {
    const distance = Cartesian3.distance(from, label.position);
    const up = Cartesian3.normalize(label.position, new Cartesian3());
    if (distance < near || distance > far || Cartesian3.dot(up, towards) <= EDGE) return null;
    const at = label.computeScreenSpacePosition(scene);
    return at === undefined ? null : { x: at.x, y: at.y, characters: label.text.length };
  });
  roomFor(placed).forEach((room, index) => {
    const label = names[index]?.label;
    if (label !== undefined) label.show = room;
  });
}

/** Names of countries and provinces over the globe. */
export async function addNames(scene: Scene, alive: () => boolean): Promise<void> {
  const answer = await fetch(`${BASEMAP}/labels.json`);
  const { features } = (await answer.json()) as NameFile;
  if (!alive()) return;
  const labels = new LabelCollection({ scene });
  const names: Named[] = [];
  // The country is named before its neighbours, and from nearby its provinces name it.
  const first = features.toSorted((a, b) => (b.properties.cn ?? 0) - (a.properties.cn ?? 0));
  for (const { properties, geometry } of first) {
    const [near, far] = properties.cn === 1 ? COUNTRY_FROM : (SEEN_FROM[properties.k] ?? []);
    if (near === undefined || far === undefined) continue;
    const [lon, lat] = geometry.coordinates;
    const label = labels.add({
      position: Cartesian3.fromDegrees(lon, lat, 2000),
      text: properties.n,
      font: `${SIZE[properties.k]} "PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif`,
      style: LabelStyle.FILL_AND_OUTLINE,
      fillColor: Color.fromCssColorString('#2e3a46'),
      outlineColor: Color.WHITE,
      outlineWidth: 4,
    });
    names.push({ label, near, far });
  }
  scene.primitives.add(labels);
  scene.preRender.addEventListener(() => place(names, scene));
  scene.requestRender();
}
