import {
  Cartesian3,
  Color,
  DistanceDisplayCondition,
  LabelCollection,
  LabelStyle,
  type Scene,
} from '@cesium/engine';
import { BASEMAP } from '../map/packagedLayers';

type NameFile = {
  features: {
    properties: { n: string; k: string; cn?: number };
    geometry: { coordinates: [number, number] };
  }[];
};

/** From how far (metres) names of countries and of provinces are read. */
const SEEN_FROM: Record<string, [number, number]> = { c: [6_000_000, 3e7], p: [0, 7_000_000] };

const SIZE: Record<string, string> = { c: '600 14px', p: '13px' };

/** Cosine of how far round the Earth (from the camera) names are read: nearer the edge they lie over each other. */
const EDGE = 0.72;

function facing(labels: LabelCollection, { camera }: Scene): void {
  const towards = Cartesian3.normalize(camera.positionWC, new Cartesian3());
  for (let i = 0; i < labels.length; i++) {
    const label = labels.get(i);
    const up = Cartesian3.normalize(label.position, new Cartesian3());
    label.show = Cartesian3.dot(up, towards) > EDGE;
  }
}

/** Names of countries and provinces over the globe. */
export async function addNames(scene: Scene, alive: () => boolean): Promise<void> {
  const answer = await fetch(`${BASEMAP}/labels.json`);
  const { features } = (await answer.json()) as NameFile;
  if (!alive()) return;
  const labels = new LabelCollection({ scene });
  for (const { properties, geometry } of features) {
    const [near, far] = SEEN_FROM[properties.k] ?? [];
    // Its provinces name the country.
    if (near === undefined || far === undefined || properties.cn === 1) continue;
    const [lon, lat] = geometry.coordinates;
    labels.add({
      position: Cartesian3.fromDegrees(lon, lat, 2000),
      text: properties.n,
      font: `${SIZE[properties.k]} "PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif`,
      style: LabelStyle.FILL_AND_OUTLINE,
      fillColor: Color.fromCssColorString('#2e3a46'),
      outlineColor: Color.WHITE,
      outlineWidth: 4,
      distanceDisplayCondition: new DistanceDisplayCondition(near, far),
    });
  }
  scene.primitives.add(labels);
  scene.preRender.addEventListener(() => facing(labels, scene));
  scene.requestRender();
}
