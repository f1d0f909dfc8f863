import { cleanup, fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { CONFIG, openAt, SITE } from '../test/portal';
import { LayerPanel } from './LayerPanel';
import { MapLayersProvider, useMapLayers } from './mapLayers';
import { SwipeBar } from './SwipeBar';

const tiles = {
  name: '天地图',
  layerName: 'vec',
  layerUrl: '/t/{z}/{x}/{y}',
  layerType: 'XYZ',
  visible: false,
};
const map = {
  vector: null,
  imagery: null,
  globe: null,
  mask: null,
  layers: [tiles],
  basemap: { url: '', raster: false, attribution: '' },
  extent: null,
  tools: [],
};

const server = setupServer(
  http.get(`${SITE}/api/auth/me`, () => new HttpResponse(null, { status: 401 })),
  http.get(`${SITE}/api/config`, () => HttpResponse.json({ ...CONFIG, map })),
);

beforeAll(() => server.listen());
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

function Bookmark() {
  const { states, apply } = useMapLayers();
  const shown = states.filter(({ serviceStatus }) => serviceStatus === 1);
  return (
    <>
      <output data-testid="shown">{shown.map(({ serviceId }) => serviceId).join(' ')}</output>
      <button
        type="button"
        onClick={() => apply([{ serviceId: 'relief', serviceOrder: 1, serviceStatus: 1 }])}
      >
        apply
      </button>
    </>
  );
}

const open = () =>
  openAt(
    '/search',
    <MapLayersProvider>
      <LayerPanel lacks={new Map([['vector', 'unreachable']])} density={false} />
      <Bookmark />
    </MapLayersProvider>,
  );

const shown = () => screen.getByTestId('shown').textContent;

it('lists every layer, switches and remembers them', async () => {
  open();
  const box = await screen.findByRole('checkbox', { name: '天地图' });
  expect(shown()).toBe('vector relief annotation');
  fireEvent.click(box);
  expect(shown()).toBe('vector relief layer.天地图 annotation');
  expect(localStorage.getItem('scenedock.mapLayers')).toContain('layer.天地图');
  fireEvent.click(screen.getByRole('button', { name: '恢复默认' }));
  expect(shown()).toBe('vector relief annotation');
});

it('orders layers and keeps names on top', async () => {
  open();
  await screen.findByRole('checkbox', { name: '天地图' });
  fireEvent.click(screen.getByRole('button', { name: '上移 矢量底图' }));
  const boxes = screen.getAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
    '境界与注记',
    '天地图',
    '影像底图',
    '矢量底图',
    '地形晕渲',
  ]);
  expect(screen.getByRole('button', { name: '上移 境界与注记' })).toHaveProperty('disabled', true);
});

it('names the layer that cannot be reached', () => {
  open();
  expect(screen.getByText('图层“矢量底图”无法访问')).toBeTruthy();
});

it('takes the layers of a bookmark', () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'apply' }));
  expect(shown()).toBe('vector relief annotation');
});

it('moves the swipe bar by keys', () => {
  const places: number[] = [];
  openAt('/', <SwipeBar at={50} onMove={(at) => places.push(at)} />);
  const bar = screen.getByRole('slider', { name: '卷帘位置' });
  for (const key of ['ArrowLeft', 'ArrowRight', 'PageUp', 'Home', 'End', 'a']) {
    fireEvent.keyDown(bar, { key });
  }
  expect(places).toEqual([48, 52, 60, 0, 100]);
});
