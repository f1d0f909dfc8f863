import Feature from 'ol/Feature';
import LineString from 'ol/geom/LineString';
import Point from 'ol/geom/Point';
import Polygon from 'ol/geom/Polygon';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import type { StyleLike } from 'ol/style/Style';
import View from 'ol/View';
import { expect, it, vi } from 'vitest';
import { SCRATCH } from '../map/createMap';
import { measured } from '../mapTools/measure/measuredStyle';
import { COLORS, QUERIED, SKETCH } from '../mapTools/toolStyles';
import { marksOf, onScratch } from './scratch';

function stage() {
  const map = new OlMap({
    view: new View({ projection: 'EPSG:4326', center: [104, 36], zoom: 5 }),
  });
  const add = (style: StyleLike, ...features: Feature[]) => {
    const layer = new VectorLayer({ source: new VectorSource({ features }), style });
    layer.set('name', SCRATCH);
    map.addLayer(layer);
    return layer;
  };
  return { map, add };
}

const SQUARE = [
  [
    [100, 30],
    [101, 30],
    [101, 31],
    [100, 30],
  ],
];

it('takes what tools have drawn on the map, in their colours', () => {
  const { map, add } = stage();
  add(SKETCH, new Feature(new Polygon(SQUARE)));
  add(QUERIED, new Feature(new Point([104, 30])));
  expect(marksOf(map)).toMatchObject([
    { kind: 'line', path: SQUARE[0], color: COLORS.area, dashed: true },
    { kind: 'point', at: [104, 30], edge: COLORS.query },
  ]);
});

it('draws a measured line along its geodesic, with its ends', () => {
  const { map, add } = stage();
  add(
    measured,
    new Feature(
      new LineString([
        [80, 30],
        [120, 30],
      ]),
    ),
  );
  const [line, ...ends] = marksOf(map);
  expect(line?.kind === 'line' && line.path.length).toBeGreaterThan(2);
  expect(ends.map(({ kind }) => kind)).toEqual(['point', 'point']);
});

it('shows nothing of a layer that is hidden, and hears of every change', () => {
  const { map, add } = stage();
  const changed = vi.fn();
  const stop = onScratch(map, changed);
  const layer = add(SKETCH, new Feature(new Polygon(SQUARE)));
  expect(changed).toHaveBeenCalled();
  changed.mockClear();
  layer.getSource()?.addFeature(new Feature(new Polygon(SQUARE)));
  expect(changed).toHaveBeenCalled();
  expect(marksOf(map)).toHaveLength(2);
  changed.mockClear();
  layer.setVisible(false);
  expect(changed).toHaveBeenCalled();
  expect(marksOf(map)).toHaveLength(0);
  stop();
  changed.mockClear();
  layer.setVisible(true);
  expect(changed).not.toHaveBeenCalled();
});
