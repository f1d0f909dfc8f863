import { ImageryLayerCollection } from '@cesium/engine';
import { expect, it, vi } from 'vitest';
import type { LayerInfo } from '../map/layerCatalogue';
import type { LayerState } from '../map/layerStates';
import type { GlobeWidget } from './createGlobe';
import { GroundLayers } from './globeLayers';

const SERVICE: LayerInfo = {
  id: 'layer.own',
  role: 'base',
  visible: true,
  source: {
    name: 'own',
    layerName: '',
    layerUrl: '/tiles/{z}/{x}/{y}.png',
    layerType: 'XYZ',
    visible: true,
  },
};
const LAND: LayerInfo = { id: 'vector', role: 'base', visible: true, source: 'land' };

const state = (info: LayerInfo, part: Partial<LayerState> = {}): LayerState => ({
  info,
  visible: true,
  opacity: 1,
  ...part,
});

function globe() {
  const imageryLayers = new ImageryLayerCollection();
  const scene = { imageryLayers, requestRender: vi.fn() } as unknown as GlobeWidget['scene'];
  return { layers: imageryLayers, ground: new GroundLayers(scene, vi.fn()) };
}

it('fetches nothing again when a layer becomes more transparent or another is shown', () => {
  const { layers, ground } = globe();
  ground.lay([state(LAND), state(SERVICE)], null);
  const own = layers.get(1);
  ground.lay([state(LAND), state(SERVICE, { opacity: 0.4 })], null);
  expect(layers.get(1)).toBe(own);
  expect(own.alpha).toBe(0.4);
  ground.lay([state(LAND, { visible: false }), state(SERVICE)], null);
  expect([layers.length, layers.get(0)]).toEqual([1, own]);
});

it('puts layers into their new order', () => {
  const { layers, ground } = globe();
  ground.lay([state(LAND), state(SERVICE)], null);
  const [land, own] = [layers.get(0), layers.get(1)];
  ground.lay([state(SERVICE), state(LAND)], null);
  expect([layers.get(0), layers.get(1)]).toEqual([own, land]);
  expect(own.isDestroyed()).toBe(false);
});

it('begins anew with a layer that is asked for again', () => {
  const { layers, ground } = globe();
  ground.lay([state(LAND), state(SERVICE)], null);
  const [land, own] = [layers.get(0), layers.get(1)];
  ground.again('layer.own');
  expect(layers.get(0)).toBe(land);
  expect(layers.get(1)).not.toBe(own);
});
