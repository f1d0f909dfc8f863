import type BaseLayer from 'ol/layer/Base';
import RenderEvent from 'ol/render/Event';
import { expect, it } from 'vitest';
import { CONFIG } from '../test/portal';
import { createPaneMap, createShared } from './createMap';
import { layerCatalogue } from './layerCatalogue';
import { LayerStack } from './layerStack';
import { arrange } from './layerStates';

function pane() {
  const { map } = createPaneMap(
    document.createElement('div'),
    createShared({ centre: null, zoom: null }, 15),
  );
  const lowest = () =>
    Math.min(
      ...map
        .getLayers()
        .getArray()
        .map((one) => one.getZIndex() ?? 0),
    );
  /** A picture is complete that these layers are on. */
  const complete = (layers: readonly BaseLayer[]) => {
    const layerStatesArray = layers.map((layer) => ({ layer }));
    const frame = { layerStatesArray } as never;
    map.dispatchEvent(new RenderEvent('rendercomplete', undefined, frame));
  };
  return { map, lowest, complete };
}

it('shows a rough picture under everything until the layers of the map are drawn', () => {
  const { map, lowest, complete } = pane();
  expect(lowest()).toBe(-1);
  complete([]);
  const stack = new LayerStack(
    () => {},
    () => {},
  );
  map.addLayer(stack.group);
  complete([]);
  const shown = arrange(layerCatalogue(CONFIG.map), []);
  stack.show(shown.map((one) => ({ ...one, visible: one.info.id === 'imagery' })));
  // The picture that has just been drawn does not know of them yet.
  complete([]);
  expect(lowest()).toBe(-1);
  complete(stack.group.getLayerStatesArray().map(({ layer }) => layer));
  expect(lowest()).toBe(0);
});
