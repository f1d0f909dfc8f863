import Feature from 'ol/Feature';
import Polygon from 'ol/geom/Polygon';
import type VectorLayer from 'ol/layer/Vector';
import Style from 'ol/style/Style';
import { expect, it } from 'vitest';
import { createPaneMap, createShared } from './createMap';
import { footprintEdge } from './styles';

function pane() {
  const shared = createShared({ centre: null, zoom: null }, 15);
  const feature = new Feature(
    new Polygon([
      [
        [100, 30],
        [101, 30],
        [101, 31],
        [100, 30],
      ],
    ]),
  );
  feature.setId('one');
  const made = createPaneMap(document.createElement('div'), shared);
  const edgeOn = (side: 'left' | 'right') => {
    const layers = made.map.getLayers().getArray() as VectorLayer[];
    const rows = layers.findLast((layer) => layer.get('side') === side);
    const style = rows?.getVisible() ? rows.getStyleFunction()?.(feature, 1) : undefined;
    return style instanceof Style ? style.getStroke()?.getColor() : null;
  };
  return { ...made, edgeOn };
}

const NOBODY = { hovered: null, selected: null };

it('gives footprints another colour right of the swipe bar, on light and on dark ground', () => {
  const { mark, swipe, edgeOn } = pane();
  mark(NOBODY, { ground: 'relief', right: null, crowded: false });
  swipe(null);
  expect([edgeOn('left'), edgeOn('right')]).toEqual([footprintEdge('left', false), null]);
  mark(NOBODY, { ground: 'relief', right: 'marble', crowded: false });
  swipe(0.5);
  expect(edgeOn('left')).toBe(footprintEdge('left', false));
  expect(edgeOn('right')).toBe(footprintEdge('right', true));
  mark(NOBODY, { ground: 'plain', right: 'plain', crowded: false });
  expect(edgeOn('right')).toBe(footprintEdge('right', false));
  const colours = [false, true].flatMap((dark) => [
    footprintEdge('left', dark),
    footprintEdge('right', dark),
  ]);
  expect(new Set(colours).size).toBe(4);
});

it('marks the same footprint on both sides alike', () => {
  const { mark, swipe, edgeOn } = pane();
  mark({ hovered: 'one', selected: null }, { ground: 'plain', right: 'dark', crowded: false });
  swipe(0.3);
  expect(edgeOn('left')).toBe(edgeOn('right'));
});
