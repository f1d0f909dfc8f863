import MultiPolygon from 'ol/geom/MultiPolygon';
import Polygon from 'ol/geom/Polygon';
import { expect, it } from 'vitest';
import { maskAround, polygonsIn } from './mask';

const ring = (from: number, to: number) => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];

it('dims everything but the areas of the mask, and what these leave out', () => {
  const document = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [ring(10, 40), ring(20, 30)] },
      },
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'MultiPolygon', coordinates: [[ring(50, 60)], [ring(70, 80)]] },
      },
      { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } },
    ],
  };
  const polygons = polygonsIn(document);
  expect(polygons).toHaveLength(3);
  const dimmed = new MultiPolygon(maskAround(polygons).map((rings) => new Polygon(rings)));
  const dark = (at: number) => dimmed.intersectsCoordinate([at, at]);
  expect([5, 15, 25, 55, 65, 75].map(dark)).toEqual([true, false, true, false, true, false]);
});
