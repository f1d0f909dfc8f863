import { describe, expect, it } from 'vitest';
import { layerFault, NEW_LAYER, readLayer, readLayers, withToken, writeLayers } from './layers';

const LAYER = { ...NEW_LAYER, name: '影像', layerUrl: 'https://t{0-7}.example/{z}?tk={token}' };

describe('layers of the configuration', () => {
  it('are read as they were written', () => {
    expect(readLayers(writeLayers([LAYER, NEW_LAYER]))).toEqual([LAYER, NEW_LAYER]);
    expect(readLayer(JSON.stringify(LAYER))).toEqual(LAYER);
    expect(readLayers('')).toEqual([]);
    expect(writeLayers([])).toBe('');
  });

  it('are nothing when they make no sense', () => {
    expect(readLayer('')).toBeNull();
    expect(readLayer('{"layerType":"TMS","layerUrl":"/a"}')).toBeNull();
    expect(readLayers('{}')).toBeNull();
    expect(readLayers('[1]')).toBeNull();
  });

  it('need a name and an address', () => {
    expect(layerFault(LAYER)).toBeNull();
    expect(layerFault({ ...LAYER, name: ' ' })).toBe('name');
    expect(layerFault({ ...LAYER, layerUrl: '' })).toBe('url');
    expect(layerFault({ ...LAYER, layerUrl: '//a' })).toBe('address');
    expect(layerFault({ ...LAYER, layerUrl: '/tiles/{z}' })).toBeNull();
  });

  it('get the token put in', () => {
    expect(withToken(LAYER, 'a b').layerUrl).toBe('https://t{0-7}.example/{z}?tk=a%20b');
  });
});
