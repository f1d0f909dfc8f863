import { PerspectiveFrustum } from '@cesium/engine';
import { borderStyle } from '@scenedock/ui-kit/basemap/names';
import { afterEach, expect, it, vi } from 'vitest';
import { basemapTiles } from './basemapTiles';
import { fit, type GlobeWidget } from './createGlobe';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A canvas of three pixels of which only the first is drawn on. */
function drawing() {
  const data = new Uint8ClampedArray([200, 100, 50, 255, 0, 0, 0, 0, 0, 0, 0, 0]);
  const asked = vi.fn((_x: number, _y: number, width: number, height: number) => ({
    width,
    height,
    data,
  }));
  const context = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'getImageData') return asked;
        return name === 'canvas' ? { width: 1024, height: 1024 } : () => undefined;
      },
      set: () => true,
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  return data;
}

it('draws tiles with more pixels than the globe stretches over the screen, their lines without dark edges', async () => {
  const data = drawing();
  const tiles = basemapTiles('', false, { style: borderStyle('plain'), edge: '#857a92' });
  const picture = (await tiles.requestImage(0, 0, 0)) as unknown as ImageData;
  expect([picture.width, picture.height]).toEqual([2 * tiles.tileWidth, 2 * tiles.tileHeight]);
  expect([...data]).toEqual([200, 100, 50, 255, 133, 122, 146, 0, 133, 122, 146, 0]);
});

it('has as many pixels as the screen', () => {
  vi.stubGlobal('devicePixelRatio', 2);
  const canvas = { clientWidth: 700, clientHeight: 800, width: 300, height: 150 };
  const frustum = new PerspectiveFrustum();
  const scene = { camera: { frustum }, requestRender: vi.fn(), pixelRatio: 1 };
  fit({ scene, canvas } as unknown as GlobeWidget);
  expect([canvas.width, canvas.height, scene.pixelRatio]).toEqual([1400, 1600, 2]);
  expect(frustum.aspectRatio).toBe(700 / 800);
});
