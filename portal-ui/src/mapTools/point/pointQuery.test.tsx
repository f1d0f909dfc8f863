import { dayEnd, dayStart } from '@scenedock/ui-kit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type OlMap from 'ol/Map';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { everyScreen, openAt, SITE } from '../../test/portal';
import { HintPlaceContext } from '../overlay/hintPlace';
import { hand } from '../testHand';
import { TestStage } from '../testStage';
import type { SearchedAbout } from '../toolbarProps';
import { PointQueryTool } from './PointQueryTool';

const SCENE = {
  dataid: 'S2',
  dataname: 'S2A_MSIL2A',
  satelite: 'sentinel-2a',
  sensor: 'msi',
  scenedate: '2026-11-01T00:00:00Z',
  wktresponse: 'POLYGON((100 30,101 30,101 31,100 31,100 30))',
};

type Body = { wkt: string; objTypes: string[]; nodeIds?: number[]; from?: string; page: number };

let asked: Body[] = [];
let found = [SCENE];
let answer: Promise<void> = Promise.resolve();

const server = setupServer(
  http.post(`${SITE}/api/scenes/search`, async ({ request }) => {
    asked.push((await request.json()) as Body);
    await answer;
    return HttpResponse.json({ items: found, total: found.length === 0 ? 0 : 12 });
  }),
  ...everyScreen(),
);

beforeAll(() => {
  // As on a phone: a map without a size would hide what stands over its places.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  server.listen({ onUnhandledRequest: 'bypass' });
});
beforeEach(() => {
  localStorage.clear();
  asked = [];
  found = [SCENE];
  answer = Promise.resolve();
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

function show(about: SearchedAbout = { kind: null, from: null, to: null }) {
  const onOpen = vi.fn();
  const onExit = vi.fn();
  let map: OlMap | undefined;
  openAt(
    '/search',
    <TestStage onMap={(made) => (map = made)}>
      <HintPlaceContext value={document.body}>
        <PointQueryTool nodeIds={[7, 8]} about={about} onOpen={onOpen} onExit={onExit} />
      </HintPlaceContext>
    </TestStage>,
  );
  const click = (lon: number, lat: number) => {
    const event = { type: 'singleclick', coordinate: [lon, lat] };
    act(() => void map?.dispatchEvent(event as never));
  };
  const press = (key: string) => {
    const target = map?.getTargetElement();
    if (target) fireEvent.keyDown(target, { key });
  };
  return { onOpen, onExit, click, press, cursor: () => map?.getTargetElement()?.style.cursor };
}

it('searches the diamond of a click, of the last 30 days, and opens when the answer is there', async () => {
  let release = () => {};
  answer = new Promise((done) => {
    release = done;
  });
  const { click, cursor } = show();
  expect(cursor()).toBe('crosshair');
  click(100, 30);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByText('定点查询检索中...');
  release();
  const popup = await screen.findByRole('dialog', { name: '详情信息' });
  expect(screen.queryByText('定点查询检索中...')).toBeNull();
  expect(within(popup).getByText('共 12 条')).toBeTruthy();
  expect(asked[0]).toMatchObject({
    wkt: 'POLYGON((100 30.0001,100.0001 30,100 29.9999,99.9999 30,100 30.0001))',
    objTypes: ['WX'],
    nodeIds: [7, 8],
    page: 1,
  });
  const days = (Date.now() - Date.parse(asked[0]?.from ?? '')) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
});

it('pages, opens a scene, and ends with its popup', async () => {
  const { click, onOpen, onExit } = show();
  click(100, 30);
  hand.click(await screen.findByRole('button', { name: '查看 S2A_MSIL2A 的详情' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('S2');
  hand.click(screen.getByRole('button', { name: '下一页' }));
  await waitFor(() => expect(asked.at(-1)?.page).toBe(2));
  hand.click(screen.getByRole('button', { name: '关闭' }));
  expect(onExit).toHaveBeenCalledOnce();
});

it('asks about the middle of the map without a pointer', async () => {
  const { press } = show();
  press('Enter');
  await screen.findByRole('dialog', { name: '详情信息' });
  expect(asked.at(-1)?.wkt).toContain('104.0001 36');
});

it('offers any time where the last 30 days have nothing', async () => {
  found = [];
  const { click } = show();
  click(100, 30);
  await screen.findByText('该点在所选时间内没有数据');
  hand.click(screen.getByRole('button', { name: '查看全部时间' }));
  await screen.findByText('该点没有数据');
  await waitFor(() => expect(asked.at(-1)?.from).toBeUndefined());
  expect(JSON.parse(localStorage.getItem('scenedock.pointQuery.WX') ?? '{}')).toMatchObject({
    time: '',
    objType: 'WX',
    nodeId: '7,8',
  });
});

it('asks for the kind and the time of the search', async () => {
  const { click } = show({ kind: 'ZL', from: '2020-01-01', to: '2020-12-31' });
  click(104, 30.6);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    objTypes: ['ZL'],
    from: dayStart('2020-01-01'),
    to: dayEnd('2020-12-31'),
  });
  const period = await screen.findByRole('combobox');
  expect(period.textContent).toBe('2020 年');
  fireEvent.mouseDown(period);
  fireEvent.click(await screen.findByRole('option', { name: '全部时间' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).not.toHaveProperty('from');
  expect(asked[1]).not.toHaveProperty('to');
});
