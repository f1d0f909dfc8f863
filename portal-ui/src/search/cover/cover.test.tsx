import type { CatalogueSearch } from '@scenedock/ui-kit';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { everyScreen, openAt, refusal, SITE } from '../../test/portal';
import SearchPage from '../SearchPage';
import { scene, searchServer } from '../searchStage';

vi.mock('../../map/LazyMap', async () => ({ LazyMap: (await import('../searchStage')).FakeMap }));
vi.mock('../../mapTools/MapToolbar', () => ({ MapToolbar: () => null }));

const COVER = {
  dataIds: ['S7'],
  coverage: 97.5,
  gap: 2.5,
  gapWkt: 'MULTIPOLYGON(((100 30,101 30,101 31,100 30)))',
  tolerance: 0,
  candidates: 9,
  derivedLeftOut: 0,
  overcastLeftOut: 3,
  complete: true,
};
const ADDRESS = '/search?box=100,30,105,35&cover=1';

const asked: CatalogueSearch[] = [];
const server = setupServer(...everyScreen(), ...searchServer(asked));
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const answers = (path: string, answer: () => Response) =>
  server.use(http.post(`${SITE}/api/scenes/${path}`, answer));

it('says what too much cloud leaves out', async () => {
  answers('cover', () => HttpResponse.json(COVER));
  server.use(http.get(`${SITE}/api/scenes/S7`, () => HttpResponse.json(scene(7))));
  openAt(ADDRESS, <SearchPage />);
  const panel = await screen.findByRole('region', { name: '最小数据量覆盖' });
  expect(within(panel).getByText('3 景云量超过 80%，未参与')).toBeTruthy();
  cleanup();
  answers('cover', () => HttpResponse.json({ ...COVER, dataIds: [], gap: 100, coverage: 0 }));
  openAt(ADDRESS, <SearchPage />);
  const none = '检索结果中没有能覆盖该范围的数据：3 景云量超过 80%，未参与';
  expect(await screen.findByText(none)).toBeTruthy();
});

it('leaves what is wrong with the search to its list', async () => {
  const covers = vi.fn(() => refusal(503, '检索繁忙，请稍后再试'));
  answers('cover', covers);
  answers('search', () => refusal(503, '检索繁忙，请稍后再试'));
  openAt(ADDRESS, <SearchPage />);
  await screen.findByText('检索繁忙，请稍后再试');
  await new Promise((resume) => setTimeout(resume));
  expect(screen.getAllByText('检索繁忙，请稍后再试')).toHaveLength(1);
  expect(covers).not.toHaveBeenCalled();
});

it('says a fault of its own once, and goes back to the list', async () => {
  answers('cover', () => refusal(503, '覆盖计算繁忙，请稍后再试'));
  openAt(ADDRESS, <SearchPage />);
  expect(await screen.findAllByText('覆盖计算繁忙，请稍后再试')).toHaveLength(1);
  await waitFor(() => expect(screen.getByTestId('where').textContent).not.toContain('cover'));
  // By then the notice may be gone.
  expect(screen.queryAllByText('覆盖计算繁忙，请稍后再试').length).toBeLessThan(2);
});
