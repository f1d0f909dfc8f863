import { type Locale, type Role, storeLocale } from '@scenedock/ui-kit';
import { AUTHORITIES } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { linkTargets } from '../test/linkTargets';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { StatisticsPage } from './StatisticsPage';

useServer();

const NOTHING = {
  prepared: 0,
  medianSeconds: null,
  p95Seconds: null,
  promised: 0,
  kept: 0,
  failures: 0,
  causes: [],
};
const PREPARED = {
  prepared: 1200,
  medianSeconds: 3648,
  p95Seconds: 176_128,
  promised: 1000,
  kept: 999,
  failures: 3,
  causes: [{ cause: 'source_missing', failures: 3 }],
};

const RATED = { answers: 4, average: 4.25, stars: [0, 0, 1, 1, 2], delivered: 8, rated: 3 };
const UNRATED = { answers: 0, average: null, stars: [0, 0, 0, 0, 0], delivered: 0, rated: 0 };

const USED = { held: 2000, delivered: 250, newlyDelivered: 50 };

let asked: URL[] = [];
let role: Role = 'admin';
let preparation: object = {};

beforeEach(() => {
  asked = [];
  role = 'admin';
  preparation = {
    promisedHours: 72,
    total: PREPARED,
    items: [
      { month: '2026-01', ...NOTHING },
      { month: '2026-02', ...PREPARED },
    ],
  };
  const note = (request: Request) => asked.push(new URL(request.url));
  server.use(
    http.get('/api/auth/me', () =>
      HttpResponse.json({
        id: 'me',
        loginName: 'admin',
        userName: '管理员',
        role,
        authorities: AUTHORITIES[role],
      }),
    ),
    http.get('/api/stats/preparation', () => HttpResponse.json(preparation)),
    http.get('/api/stats/preparation/failures', ({ request }) => {
      note(request);
      const failure = {
        id: 1,
        at: '2026-02-03T01:00:00Z',
        orderId: 'o1',
        ordername: '20260203WP01',
        unit: '地质一队',
        kind: 'extract_scene',
        cause: 'source_missing',
        text: '归档没有此文件',
        message: null,
      };
      return HttpResponse.json({ items: [failure], next: null });
    }),
    http.get('/api/stats/satisfaction', ({ request }) => {
      note(request);
      const months = [
        { month: '2026-01', ...UNRATED },
        { month: '2026-02', ...RATED },
      ];
      return HttpResponse.json({ total: RATED, items: months });
    }),
    http.get('/api/stats/satisfaction/ratings', ({ request }) => {
      note(request);
      const given = {
        at: '2026-02-03T01:00:00Z',
        orderId: 'o1',
        ordername: '20260203WP01',
        unit: '地质一队',
        overall: 5,
        speed: null,
        attitude: 4,
        content: '很好',
      };
      return HttpResponse.json({ items: [given], next: null });
    }),
    http.get('/api/stats/exploitation', () =>
      HttpResponse.json({
        total: USED,
        items: [
          { satellite: 'GF1', label: '高分一号', ...USED },
          { satellite: '', label: '', held: 7, delivered: 3, newlyDelivered: 2 },
        ],
        months: [{ month: '2026-02', ...USED }],
      }),
    ),
    http.get('/api/stats/exploitation/scenes', ({ request }) => {
      note(request);
      const scene = {
        did: 7,
        dataId: 'x',
        name: 'GF1_PMS1_X',
        satellite: 'GF1',
        at: '2026-02-03T01:00:00Z',
        entry: 12,
      };
      return HttpResponse.json({ items: [scene], next: null });
    }),
  );
});

const DAYS = 'from=2026-01-01&to=2026-02-20';

async function show(query: string) {
  render(
    <Stage at={`/ordercompStat?${DAYS}&${query}`}>
      <StatisticsPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '订单统计' });
}

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
/** What somebody may see is known a moment later than the figures. */
const hrefOf = async (name: string | RegExp) =>
  (await screen.findByRole('link', { name })).getAttribute('href');

describe('the tab of preparation', () => {
  it('says how soon data were ready, and leads to what it counts', async () => {
    await show('tab=preparation');
    const half = await screen.findByRole('region', { name: '一半订单用时' });
    within(half).getByText('1小时');
    within(screen.getByRole('region', { name: '95%订单用时' })).getByText('2天');
    await screen.findByRole('link', { name: '承诺兑现率 99%' });
    screen.getByText(/72 小时内/);
    const month = screen.getByRole('row', { name: /2026-02/ });
    expect(cells(month)).toEqual([
      '2026-02',
      '1,200',
      '1小时',
      '2天',
      '1,000',
      '999',
      '1',
      '99%',
      '3',
    ]);
    expect(await hrefOf('2026-02 超出承诺 1')).toBe(
      '/registry?from=2026-02-01&to=2026-02-20&first=true&promise=late',
    );
    for (const cell of ['数据不存在 失败 3', '数据不存在 占比 100%']) {
      expect(await hrefOf(cell)).toContain('rows=1&cause=source_missing');
    }
    const empty = cells(screen.getByRole('row', { name: /2026-01/ }));
    expect(empty.slice(1, 4)).toEqual(['0', '—', '—']);
    screen.getByRole('img', { name: '制备用时（小时）图，数据见下表' });
    const exported = screen.getByRole('link', { name: '导出 CSV' }).getAttribute('href');
    expect(exported).toBe(`/api/stats/preparation.csv?${DAYS}`);
  });

  it('leads from each figure to just its deliveries', async () => {
    await show('tab=preparation');
    const first = `/registry?${DAYS}&first=true`;
    expect(await hrefOf('制备完成 1,200')).toBe(first);
    expect(await hrefOf('一半订单用时 1小时')).toBe(first);
    expect(await hrefOf('95%订单用时 2天')).toBe(first);
    expect(await hrefOf('承诺兑现率 99%')).toBe(`${first}&promise=kept`);
    const month = '/registry?from=2026-02-01&to=2026-02-20&first=true';
    const failures = '/ordercompStat?tab=preparation&from=2026-02-01&to=2026-02-20&rows=1';
    expect(linkTargets(screen.getByRole('row', { name: /2026-02/ }))).toEqual([
      month,
      `${month}&promise=any`,
      `${month}&promise=kept`,
      `${month}&promise=late`,
      failures,
    ]);
    expect(await hrefOf('2026-02 有承诺 1,000')).toBe(`${month}&promise=any`);
    expect(await hrefOf('2026-02 承诺兑现率 99%')).toBe(`${month}&promise=kept`);
    expect(await hrefOf('2026-02 一半订单用时 1小时')).toBe(month);
    expect(linkTargets(screen.getByRole('row', { name: /2026-01/ }))).toEqual([]);
  });

  it.each<[Locale, string, string, string]>([
    ['zh-CN', 'sign_in_refused', '原因', '来源拒绝登录'],
    ['zh-CN', 'dependency_away', '原因', '本系统存储不可用'],
    ['en', 'out_of_scope', 'Cause', 'Outside the data scope'],
  ])('lists the failures of every cause: %s %s', async (locale, cause, label, name) => {
    storeLocale(locale);
    render(
      <Stage at={`/ordercompStat?${DAYS}&tab=preparation&rows=1&cause=${cause}`}>
        <StatisticsPage />
      </Stage>,
    );
    await screen.findByText('归档没有此文件');
    expect(asked.at(-1)?.searchParams.get('cause')).toBe(cause);
    expect(screen.getByRole('combobox', { name: label }).textContent).toBe(name);
  });

  it('lists the failures of a cause in its place', async () => {
    await show('tab=preparation&rows=1&cause=source_missing');
    await screen.findByText('归档没有此文件');
    expect(asked.at(-1)?.searchParams.get('cause')).toBe('source_missing');
    expect(await hrefOf('20260203WP01')).toBe('/orderManage_details/o1');
    fireEvent.click(screen.getByRole('link', { name: '返回统计' }));
    await screen.findByRole('region', { name: '制备完成' });
  });

  it('says that nothing is promised', async () => {
    preparation = {
      promisedHours: null,
      total: { ...PREPARED, promised: 0, kept: 0 },
      items: [{ month: '2026-02', ...PREPARED, promised: 0, kept: 0 }],
    };
    await show('tab=preparation');
    await screen.findByText(/尚未设置承诺时限/);
    within(screen.getByRole('region', { name: '承诺兑现率' })).getByText('—');
    expect(screen.queryByRole('img', { name: /兑现率/ })).toBeNull();
  });

  it('leads nobody to a registry that they may not see', async () => {
    role = 'operator';
    await show('tab=preparation');
    await screen.findByRole('region', { name: '制备完成' });
    expect(screen.queryByRole('link', { name: /制备完成/ })).toBeNull();
  });

  it('says why it cannot be loaded', async () => {
    server.use(
      http.get('/api/stats/preparation', () => problem(503, 'unavailable', '系统繁忙，请稍后再试')),
    );
    await show('tab=preparation');
    await screen.findByText('系统繁忙，请稍后再试');
  });
});

describe('the tab of satisfaction', () => {
  it('shows averages, the distribution, and how many orders are rated', async () => {
    await show('tab=satisfaction&aspect=speed');
    within(await screen.findByRole('region', { name: '平均分' })).getByText('4.25');
    within(screen.getByRole('region', { name: '评价率' })).getByText('37%');
    expect(asked.at(-1)?.searchParams.get('aspect')).toBe('speed');
    const month = screen.getByRole('row', { name: /2026-02/ });
    const counted = ['4', '4.25', '0', '0', '1', '1', '2', '8', '3', '37%'];
    expect(cells(month)).toEqual(['2026-02', ...counted]);
    expect(await hrefOf('2026-02 3分 1')).toContain('rows=1&aspect=speed&stars=3');
    expect(await hrefOf('2026-02 已评价 3')).toContain('first=true&rated=true');
  });

  it('leads from averages to the ratings, and from shares to the orders', async () => {
    await show('tab=satisfaction&aspect=speed');
    const given = `/ordercompStat?tab=satisfaction&${DAYS}&rows=1&aspect=speed`;
    expect(await hrefOf('平均分 4.25')).toBe(given);
    expect(await hrefOf('评价率 37%')).toBe(`/registry?${DAYS}&first=true&rated=true`);
    const month = 'from=2026-02-01&to=2026-02-20';
    expect(await hrefOf('2026-02 平均分 4.25')).toBe(given.replace(DAYS, month));
    expect(await hrefOf('2026-02 评价率 37%')).toBe(`/registry?${month}&first=true&rated=true`);
  });

  it('lists the ratings', async () => {
    await show('tab=satisfaction&rows=1&stars=5');
    await screen.findByText('很好');
    expect(asked.at(-1)?.searchParams.get('stars')).toBe('5');
    screen.getByText('5分', { selector: 'td' });
  });
});

describe('the tab of exploitation', () => {
  it('shows what part of the archive was handed out', async () => {
    await show('tab=exploitation');
    within(await screen.findByRole('region', { name: '利用率' })).getByText('12.5%');
    const tables = screen.getByRole('table', { name: '各卫星利用率（%）' });
    const row = within(tables).getByRole('row', { name: /2,000/ });
    expect(cells(row).slice(1)).toEqual(['2,000', '250', '50', '12.5%']);
    const [held, delivered, newly] = within(row).getAllByRole('link');
    expect(held?.getAttribute('href')).toContain('/dataReceiveStat?tab=scenes&from=2000-01-01');
    expect(delivered?.getAttribute('href')).toContain('from=2000-01-01&to=2026-02-20&rows=1');
    expect(newly?.getAttribute('href')).toContain(`${DAYS}&rows=1&satellite=GF1`);
  });

  it('leads from what was held, of all satellites too, to those scenes', async () => {
    await show('tab=exploitation');
    const held = '/dataReceiveStat?tab=scenes&from=2000-01-01&to=2026-02-20';
    const card = await screen.findByRole('region', { name: '馆藏景数' });
    expect(within(card).getByRole('link').getAttribute('href')).toBe(held);
    const month = screen.getByRole('row', { name: /^2026-02/ });
    expect(within(month).getAllByRole('link')[0]?.getAttribute('href')).toBe(held);
  });

  it('leads from scenes of no satellite to them, and from shares to what was delivered', async () => {
    await show('tab=exploitation');
    const table = await screen.findByRole('table', { name: '各卫星利用率（%）' });
    const row = within(table).getByRole('row', { name: /未注明卫星/ });
    expect(cells(row).slice(1, 4)).toEqual(['7', '3', '2']);
    const ever = 'from=2000-01-01&to=2026-02-20';
    const rows = '/ordercompStat?tab=exploitation';
    expect(linkTargets(row)).toEqual([
      `/dataReceiveStat?tab=scenes&${ever}&without=satellite`,
      `${rows}&${ever}&rows=1&without=satellite`,
      `${rows}&${DAYS}&rows=1&without=satellite`,
    ]);
    expect(await hrefOf(/^未注明卫星 利用率 /)).toBe(`${rows}&${ever}&rows=1&without=satellite`);
    expect(await hrefOf('利用率 12.5%')).toBe(`${rows}&${ever}&rows=1`);
    expect(await hrefOf('2026-02 利用率 12.5%')).toBe(`${rows}&${ever}&rows=1`);
  });

  it('lists the scenes of no satellite, and says so', async () => {
    await show('tab=exploitation&rows=1&without=satellite');
    await screen.findByText('GF1_PMS1_X');
    expect(asked.at(-1)?.searchParams.get('without')).toBe('satellite');
    const satellite = screen.getByRole('combobox', { name: '卫星' });
    expect(satellite.textContent).toBe('未注明卫星');
    fireEvent.mouseDown(satellite);
    fireEvent.click(await screen.findByRole('option', { name: '全部卫星' }));
    await waitFor(() => expect(asked.at(-1)?.searchParams.has('without')).toBe(false));
  });

  it('lists the scenes', async () => {
    await show('tab=exploitation&rows=1&satellite=GF1');
    await screen.findByText('GF1_PMS1_X');
    expect(asked.at(-1)?.searchParams.get('satellite')).toBe('GF1');
    expect(await hrefOf('12')).toBe('/registry/12');
  });
});

it('another tab shows figures, not the rows of the one before', async () => {
  await show('tab=preparation&rows=1&cause=bug');
  fireEvent.click(await screen.findByRole('tab', { name: '满意度' }));
  await screen.findByRole('region', { name: '平均分' });
  const address = screen.getByTestId('address').textContent;
  expect(address).toContain('tab=satisfaction');
  expect(address).not.toMatch(/rows|cause/);
});
