import { buildConfig } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useMe } from '../providers/useMe';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { firstZoom } from './MethodBars';
import { StatisticsPage } from './StatisticsPage';

// There is no map without a browser: its provinces are buttons here.
vi.mock('./RegionMap', () => ({
  default: ({ shades, pointed, onPoint, onPress, leadsOn }: RegionMapProps) => (
    <>
      <p>{`${pointed}; ${[...shades].join(' ')}`}</p>
      {['156110000', '156120000'].map((code) => (
        <button
          key={code}
          type="button"
          onClick={() => {
            onPoint(code);
            if (leadsOn(code)) onPress(code);
          }}
        >
          {code}
        </button>
      ))}
    </>
  ),
}));

interface RegionMapProps {
  shades: ReadonlyMap<string, number>;
  pointed: string | null;
  onPoint: (code: string | null) => void;
  onPress: (code: string) => void;
  leadsOn: (code: string) => boolean;
}

useServer();

const province = (areaCode: string, areaName: string) => ({
  areaCode,
  areaName,
  wkt: 'POLYGON((0 0,1 0,1 1,0 0))',
});

const OVERVIEW = {
  onlineOrderNum: 1200,
  offlineOrderNum: 34,
  orderNum: 1234,
  onlineOrderSize: 1.5,
  offlineOrderSize: 0.25,
  orderSize: 1.75,
  onlineOrderSceneNum: 20,
  offlineOrderSceneNum: 1,
  orderSceneNum: 21,
  from: '2026-01-01',
  to: '2026-11-23',
  current: true,
};

const FIGURES = {
  onlineOrderNum: 3,
  offlineOrderNum: 1,
  OrderNum: 4,
  onlineOrderSize: 0.5,
  offlineOrderSize: 0.00001,
  OrderSize: 0.50001,
  onlineOrderSceneNum: 7,
  offlineOrderSceneNum: 1,
  OrderSceneNum: 8,
};

const unit = (name: string, allNum: number) => ({
  unit: name,
  onlineOrderNum: allNum,
  offlineOrderNum: 0,
  onlineOrderSize: 3 * 1024 ** 3,
  offlineOrderSize: 0,
  allNum,
  allSize: 3 * 1024 ** 3,
});

let asked: string[] = [];
let overview = OVERVIEW;
let current = true;

beforeEach(() => {
  asked = [];
  overview = OVERVIEW;
  current = true;
  const list = (items: unknown[]) => HttpResponse.json({ items, total: items.length, current });
  server.use(
    http.get('/api/stats/orders', ({ request }) => {
      asked.push(new URL(request.url).search);
      const isNow = request.url.includes('from=2026');
      return HttpResponse.json(isNow ? overview : { ...OVERVIEW, orderNum: 1000 });
    }),
    http.get('/api/stats/monthly', () => list([{ month: '2026-02', ...FIGURES }])),
    http.get('/api/stats/units', () =>
      list([unit('青海省地质调查院', 4), unit('北方遥感中心', 3), unit('丙', 2), unit('', 1)]),
    ),
    http.get('/api/stats/breakdown', ({ request }) =>
      list(
        request.url.includes('by=node')
          ? [{ value: '7', label: '高分一号', ...FIGURES }]
          : request.url.includes('by=region')
            ? [
                { value: '', label: '', ...FIGURES, OrderNum: 9 },
                { value: '156110000', label: '北京市', ...FIGURES },
              ]
            : [{ value: '2026-02-03', label: '2026-02-03', ...FIGURES }],
      ),
    ),
  );
});

const DAYS = { from: '2026-01-01', to: '2026-11-23' };
const filterOf = (link: HTMLElement) => {
  const [path, search] = (link.getAttribute('href') ?? '').split('?');
  expect(path).toBe('/orderManage');
  return JSON.parse(new URLSearchParams(search).get('filter') ?? '');
};

const YEAR = 'from=2026-01-01&to=2026-11-23';

/** Stands there once it is known what the person may see. */
const Who = () => <p>{useMe()?.loginName}</p>;

async function show(query = YEAR) {
  render(
    <Stage at={`/ordercompStat?${query}`}>
      <StatisticsPage />
      <Who />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '订单统计' });
  await screen.findByText(ADMIN.loginName);
}

const tab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('order statistics', () => {
  it('begin with all orders, and how they compare with last year', async () => {
    await show();
    const card = await screen.findByRole('region', { name: '订单数' });
    within(card).getByText('1,234');
    expect(card.textContent).toContain('在线 1,200 · 离线 34');
    await within(card).findByText('较上年同期 +23.4%');
    expect(asked).toContain('?from=2025-01-01&to=2025-11-23');
    const total = screen.getByRole('row', { name: /^总计/ });
    expect(cells(total).slice(0, 4)).toEqual(['总计', '1,234', '21', '1.7500']);
    const links = within(total).getAllByRole('link');
    expect(links.map(filterOf)).toEqual(Array(4).fill({ ...DAYS, counted: 'total' }));
    within(total).getByRole('link', { name: '总计 景数（景） 21' });
    const offline = within(screen.getByRole('row', { name: /^离线/ })).getAllByRole('link');
    const ofDisks = { ...DAYS, counted: 'total', getMethod: '2' };
    expect(offline.map(filterOf)).toEqual(Array(4).fill(ofDisks));
    expect(filterOf(within(card).getByRole('link', { name: '订单数 离线 34' }))).toEqual({
      ...DAYS,
      counted: 'total',
      getMethod: '2',
    });
  });

  it('show months as three charts and a table', async () => {
    await show();
    tab('月度统计');
    for (const name of ['订单数（个）', '数据量（TB）', '景数（景）']) {
      await screen.findByRole('img', { name: `${name}图，数据见下表` });
    }
    const month = screen.getByRole('row', { name: /2026-02/ });
    expect(cells(month).slice(0, 10)).toEqual([
      '2026-02',
      '3',
      '7',
      '0.5000',
      '1',
      '1',
      '<0.0001',
      '4',
      '8',
      '0.5000',
    ]);
    expect(screen.getByTestId('address').textContent).toContain('tab=monthly');
  });

  it('lead from each number of a month to its orders', async () => {
    await show(`${YEAR}&tab=monthly`);
    const month = within(await screen.findByRole('row', { name: /2026-02/ }));
    const conditions = { from: '2026-02-01', to: '2026-02-28', counted: 'total' };
    const links = month.getAllByRole('link').slice(0, 9);
    const method = (getMethod: string) => Array(3).fill({ ...conditions, getMethod });
    expect(links.map(filterOf)).toEqual([
      ...method('0'),
      ...method('2'),
      ...Array(3).fill(conditions),
    ]);
    month.getByRole('link', { name: /在线 · 景数（景） 7$/ });
    month.getByRole('link', { name: /离线 · 数据量（TB） <0.0001$/ });
  });

  it('give the first three units medals, and no export', async () => {
    await show(`${YEAR}&tab=units`);
    await screen.findByRole('img', { name: '第3名' });
    expect(screen.queryByRole('img', { name: '第4名' })).toBeNull();
    const first = screen.getByRole('row', { name: /青海省地质调查院/ });
    expect(cells(first)[4]).toBe('3.00');
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
    screen.getByText('未填写');
    // Just that unit, not those whose names hold its name; and those that named none.
    const unit = { ...DAYS, counted: 'unit' };
    const online = within(first).getByRole('link', { name: /在线 4$/ });
    expect(filterOf(online)).toEqual({ ...unit, value: '青海省地质调查院', getMethod: '0' });
    const volumes = within(first).getAllByRole('link', { name: /数据量（GB） · / });
    expect(volumes.map(filterOf), 'nothing was copied to a disk').toEqual([
      { ...unit, value: '青海省地质调查院', getMethod: '0' },
      { ...unit, value: '青海省地质调查院' },
    ]);
    const nameless = screen.getByRole('row', { name: /未填写/ });
    expect(filterOf(within(nameless).getByRole('link', { name: '查看未填写的订单' }))).toEqual(
      unit,
    );
  });

  it('are broken down by whatever the address names', async () => {
    await show(`${YEAR}&tab=more&by=node`);
    await screen.findByRole('row', { name: /高分一号/ });
    screen.getByText(/在每一项中各计一次/);
    const rows = screen.getByRole('link', { name: '查看高分一号的订单' });
    expect(filterOf(rows)).toEqual({ ...DAYS, counted: 'node', value: '7' });
    for (const name of ['高分一号 景数（景） 8', /^高分一号 数据量 /]) {
      const link = screen.getByRole('link', { name });
      expect(filterOf(link)).toEqual({ ...DAYS, counted: 'node', value: '7' });
    }
  });

  it.each(['tab=overview', 'tab=monthly', 'tab=units', 'tab=more&by=node', 'tab=more&by=region'])(
    'lead nowhere for who may not list all orders: %s',
    async (tabOf) => {
      const authorities = ['/stat/orders'];
      const outlines = { items: [province('156110000', '北京市')], total: 1 };
      server.use(
        http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities })),
        http.get('/api/regions/outlines', () => HttpResponse.json(outlines)),
        http.get('/api/config', () => HttpResponse.json(buildConfig())),
      );
      await show(`${YEAR}&${tabOf}`);
      await screen.findAllByRole('table');
      expect(screen.queryAllByRole('link')).toEqual([]);
      expect(screen.queryByText(/点击/)).toBeNull();
    },
  );

  it('say in every tab that orders are still being counted, and ask again', async () => {
    current = false;
    await show(`${YEAR}&tab=units`);
    await screen.findByText('刚刚提交的订单正在计入，稍后自动更新');
    for (const name of ['月度统计', '更多']) {
      tab(name);
      await screen.findByText('刚刚提交的订单正在计入，稍后自动更新');
    }
  });

  it('have nothing to export where nothing was ordered', async () => {
    overview = { ...OVERVIEW, orderNum: 0 };
    await show();
    await screen.findByRole('region', { name: '订单数' });
    fireEvent.click(screen.getByRole('button', { name: '导出' }));
    await screen.findByText('暂无数据');
  });

  it('ask again with a period that runs backwards, and say what is wrong', async () => {
    await show('from=2026-03-02&to=2026-03-01');
    await screen.findByRole('region', { name: '订单数' });
    asked = [];
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    await screen.findByText('结束时间需晚于起始时间！');
    await waitFor(() => expect(asked).toContain('?from=2026-03-02&to=2026-03-01'));
  });

  it.each([
    ['from=&to=2026-03-01', '起始时间未填写！'],
    ['from=2026-03-01&to=', '结束时间未填写！'],
    ['from=&to=', '起始时间与结束时间未填写！'],
  ])('say of %s: %s', async (period, words) => {
    await show(period);
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    await screen.findByText(words);
  });

  it('say why they cannot be loaded', async () => {
    server.use(
      http.get('/api/stats/units', () => problem(503, 'unavailable', '系统繁忙，请稍后再试')),
    );
    await show(`${YEAR}&tab=units`);
    await screen.findByText('系统繁忙，请稍后再试');
    await waitFor(() => screen.getByRole('button', { name: '重试' }));
  });
});

describe('orders by region', () => {
  const provinces = () => [province('156110000', '北京市'), province('156120000', '天津市')];
  beforeEach(() => {
    server.use(
      http.get('/api/config', () => HttpResponse.json({ map: { basemap: null } })),
      http.get('/api/regions/outlines', () => HttpResponse.json({ items: provinces() })),
      http.get('/api/regions', () => HttpResponse.json({ items: provinces(), groups: {} })),
    );
  });

  it('are a map of shades and a table, where no province is a row of its own', async () => {
    await show(`${YEAR}&tab=more&by=region`);
    await screen.findByText('null; 156110000,5');
    screen.getByText(/查看数量。点击地图，查看明细。/);
    const table = screen.getByRole('table', { name: '按行政区' });
    const beijing = within(table).getByRole('row', { name: /^北京市/ });
    const none = within(table).getByRole('row', { name: /^不在任何省级行政区/ });
    const rows = within(none).getByRole('link', { name: '查看不在任何省级行政区的订单' });
    expect(filterOf(rows)).toEqual({ ...DAYS, counted: 'region' });
    // Whoever goes through the table by keyboard is shown where the row lies.
    const link = within(beijing).getByRole('link', { name: '查看北京市的订单' });
    expect(filterOf(link)).toEqual({ ...DAYS, counted: 'region', value: '156110000' });
    fireEvent.focus(link);
    await screen.findByText('156110000; 156110000,5');
    const words = screen.getAllByRole('status').map((one) => one.textContent);
    expect(words).toContain('北京市：4 个订单　不在任何省级行政区（海域、境外等）：9 个订单');
    const nowhere = screen.getByRole('link', { name: /^不在任何省级行政区（.*9 个订单$/ });
    expect(filterOf(nowhere)).toEqual({ ...DAYS, counted: 'region' });
  });

  it('open from a province that has some, and from no other', async () => {
    await show(`${YEAR}&tab=more&by=region`);
    fireEvent.click(await screen.findByRole('button', { name: '156120000' }));
    await screen.findByText(/^天津市：暂无数据/);
    fireEvent.click(screen.getByRole('button', { name: '156110000' }));
    await waitFor(() => {
      const address = decodeURIComponent(screen.getByTestId('address').textContent ?? '');
      expect(address).toContain('/orderManage?filter=');
      expect(address).toContain('"counted":"region","value":"156110000"');
    });
  });

  it('say when the provinces cannot be drawn, and have their table all the same', async () => {
    server.use(
      http.get('/api/regions/outlines', () => problem(503, 'unavailable', '系统繁忙，请稍后再试')),
    );
    await show(`${YEAR}&tab=more&by=region`);
    await screen.findByText('系统繁忙，请稍后再试');
    screen.getByRole('row', { name: /^北京市/ });
  });
});

describe('the chart of units', () => {
  it('shows a fifth of many units at first, and all of a few', () => {
    expect(firstZoom(101)).toEqual({ startIndex: 25, endIndex: 45 });
    expect(firstZoom(4)).toEqual({ startIndex: 0, endIndex: 3 });
    expect(firstZoom(0)).toEqual({ startIndex: 0, endIndex: 0 });
  });
});
