import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type Feature from 'ol/Feature';
import WKT from 'ol/format/WKT';
import type VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import type VectorSource from 'ol/source/Vector';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { SCRATCH } from '../../map/createMap';
import { everyScreen, openAt, SITE, useServer } from '../../test/portal';
import SearchPage from '../SearchPage';
import { scene, searchServer } from '../searchStage';

let map: OlMap | null = null;

vi.mock('../../map/LazyMap', async () => {
  const { TestStage } = await import('../../mapTools/testStage');
  const keepMap = (made: OlMap) => {
    map = made;
  };
  return {
    LazyMap: ({ children }: { children: ReactNode }) => (
      <TestStage onMap={keepMap}>{children}</TestStage>
    ),
  };
});
vi.mock('../../mapTools/MapToolbar', () => ({ MapToolbar: () => null }));

const GAP = 'MULTIPOLYGON(((100 30,101 30,101 31,100 30)))';

const server = useServer([
  ...everyScreen(),
  ...searchServer([]),
  http.get(`${SITE}/api/scenes/S7`, () => HttpResponse.json(scene(7))),
  http.get(`${SITE}/api/scenes/:id`, () => new HttpResponse(null, { status: 404 })),
]);

function open(gapWkt: string | null) {
  const cover = {
    ...{ dataIds: ['S7'], coverage: 97.5, gap: 2.5, gapWkt, tolerance: 0, candidates: 9 },
    ...{ derivedLeftOut: 0, overcastLeftOut: 0, complete: true },
  };
  server.use(http.post(`${SITE}/api/scenes/cover`, () => HttpResponse.json(cover)));
  openAt('/search?box=100,30,105,35&cover=1', <SearchPage />);
  return screen.findByRole('region', { name: '最小数据量覆盖' });
}

/** What is hatched on the map, and along which lines; undefined without a gap. */
function drawn(): string[] | undefined {
  const layers = (map?.getLayers().getArray() ?? []) as VectorLayer<VectorSource<Feature>>[];
  const features = layers.find((layer) => layer.get('name') === SCRATCH)?.getSource();
  return features?.getFeatures().map((one) => new WKT().writeFeature(one));
}

it('draws just what the answer says that the cover leaves open', async () => {
  await open(GAP);
  await vi.waitFor(() => expect(drawn()).toEqual([GAP, 'MULTILINESTRING((101 31,100 30))']));
});

it('draws nothing where a cover leaves nothing open', async () => {
  const panel = await open(null);
  await vi.waitFor(() => expect(panel.textContent).toContain('无缺口'));
  expect(drawn()).toBeUndefined();
});
