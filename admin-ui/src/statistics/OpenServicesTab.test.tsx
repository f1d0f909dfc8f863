import { type OpenServiceFigures, storeLocale } from '@scenedock/ui-kit';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { linkTargets } from '../test/linkTargets';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { chartedDays } from './openServiceRows';
import { StatisticsPage } from './StatisticsPage';

useServer();

const counts = (requests: number, overQuota = 0, forbidden = 0, bytes = 0) => ({
  requests,
  overQuota,
  forbidden,
  bytes,
});

const SCENES = { service: 'scene', ...counts(1200, 200, 1) } as const;
const FILES = { service: 'file', ...counts(4, 1, 0, 2 * 1024 ** 3) } as const;
const PEER = counts(1204, 201, 1, 2 * 1024 ** 3);

const FOUND: OpenServiceFigures = {
  total: counts(1206, 201, 1, 2 * 1024 ** 3),
  systems: [
    {
      id: 'u1',
      loginName: 'peer_1',
      name: '省级节点',
      unit: '省地质调查院',
      ...PEER,
      services: [SCENES, FILES],
    },
    {
      id: 'u2',
      loginName: 'peer_2',
      name: '',
      unit: '',
      ...counts(2),
      services: [{ service: 'catalogue', ...counts(2) }],
    },
  ],
  days: [
    { day: '2026-01-03', ...PEER, services: [SCENES, FILES] },
    { day: '2026-02-01', ...counts(2), services: [{ service: 'catalogue', ...counts(2) }] },
  ],
};
const NONE: OpenServiceFigures = { total: counts(0), systems: [], days: [] };

let asked: URL[] = [];
let found = FOUND;

beforeEach(() => {
  asked = [];
  found = FOUND;
  server.use(
    http.get('/api/stats/open-services', ({ request }) => {
      const url = new URL(request.url);
      asked.push(url);
      const system = url.searchParams.get('system');
      if (system === null) return HttpResponse.json(found);
      const systems = found.systems.filter(({ id }) => id === system);
      return HttpResponse.json({ total: PEER, systems, days: found.days.slice(0, systems.length) });
    }),
  );
});

const DAYS = 'from=2026-01-01&to=2026-02-20';
const AT = `/ordercompStat?tab=openServices&${DAYS}`;

async function show(query = '') {
  render(
    <Stage at={`${AT}${query}`}>
      <StatisticsPage />
    </Stage>,
  );
  await screen.findByRole('heading', { level: 1 });
}

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('the tab of open services', () => {
  it('says who called how much for what, and leads to the days', async () => {
    await show();
    const table = await screen.findByRole('table', { name: '各接入系统调用次数' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      '接入系统',
      '调用次数',
      '超出配额',
      '无权限',
      '下载量',
      '目录',
      '景',
      '景文件',
    ]);
    const peer = within(table).getByRole('row', { name: /省级节点/ });
    expect(cells(peer)).toEqual([
      '省级节点 · 省地质调查院',
      '1,204',
      '201',
      '1',
      '2.0 GB',
      '0',
      '1,200',
      '4',
    ]);
    const rows = `${AT}&system=u1`;
    expect(linkTargets(peer)).toEqual([
      `${rows}&having=requests`,
      `${rows}&having=overQuota`,
      `${rows}&having=forbidden`,
      `${rows}&having=bytes`,
      `${rows}&service=scene&having=requests`,
      `${rows}&service=file&having=requests`,
    ]);
    within(table).getByRole('row', { name: /peer_2/ });
    within(screen.getByRole('region', { name: '拒绝' })).getByText('202');
    expect(asked.at(-1)?.search).toBe(`?${DAYS}`);
  });

  it('leads from a day to the systems of that day', async () => {
    await show();
    const table = await screen.findByRole('table', { name: '每日调用次数' });
    const days = within(table).getAllByRole('row').slice(1);
    expect(days.map((day) => cells(day)[0])).toEqual(['2026-02-01', '2026-01-03']);
    const day = '/ordercompStat?tab=openServices&from=2026-02-01&to=2026-02-01';
    expect(linkTargets(days[0] as HTMLElement)).toEqual([day]);
    screen.getByRole('img', { name: '每日调用次数图，数据见下表' });
  });

  it('lists the days of a system, only those that a figure counts, with their sum', async () => {
    await show('&system=u1&having=overQuota');
    await screen.findByRole('heading', { name: '省级节点 · 超出配额 · 每日明细' });
    expect(asked.at(-1)?.searchParams.get('system')).toBe('u1');
    const table = screen.getByRole('table', { name: '省级节点 · 超出配额 · 每日明细' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(cells)).toEqual([
      ['2026-01-03', '景', '1,200', '200', '1', '0 B'],
      ['2026-01-03', '景文件', '4', '1', '0', '2.0 GB'],
      ['合计', '', '1,204', '201', '1', '2.0 GB'],
    ]);
    fireEvent.click(screen.getByRole('link', { name: '返回统计' }));
    await screen.findByRole('table', { name: '各接入系统调用次数' });
    expect(screen.getByTestId('address').textContent).not.toMatch(/system|having/);
  });

  it('lists the days of one service', async () => {
    await show('&system=u1&service=file&having=requests');
    const name = '省级节点 · 景文件 · 调用次数 · 每日明细';
    const table = await screen.findByRole('table', { name });
    expect(within(table).getAllByRole('row').slice(1).map(cells)).toEqual([
      ['2026-01-03', '景文件', '4', '1', '0', '2.0 GB'],
      ['合计', '', '4', '1', '0', '2.0 GB'],
    ]);
  });

  it('exports what it shows', async () => {
    await show();
    for (const [name, by] of [
      ['导出 Excel（各系统）', 'system'],
      ['导出 Excel（每日）', 'day'],
    ]) {
      const link = await screen.findByRole('link', { name: name as string });
      const href = `/api/stats/open-services.xlsx?by=${by}&${DAYS}`;
      expect(link.getAttribute('href')).toBe(href);
    }
  });

  it('says that nobody called', async () => {
    found = NONE;
    await show();
    await screen.findByText('没有接入系统调用');
  });

  it('says the same of a system that did not call, with the way back', async () => {
    await show('&system=u9');
    await screen.findByRole('heading', { name: '接入系统 · 每日明细' });
    screen.getByText('没有接入系统调用');
    screen.getByRole('link', { name: '返回统计' });
  });

  it('says why it cannot be loaded', async () => {
    const busy = '系统繁忙，请稍后再试';
    server.use(http.get('/api/stats/open-services', () => problem(503, 'unavailable', busy)));
    await show();
    await screen.findByText(busy);
  });

  it('speaks English', async () => {
    storeLocale('en');
    await show();
    await screen.findByRole('table', { name: 'Calls by client system' });
    screen.getByRole('tab', { name: 'Open services' });
  });
});

it('a chart of more days than are kept begins with the first calls', () => {
  const days = FOUND.days;
  expect(chartedDays({ from: '2026-01-01', to: '2026-01-03' }, days)).toHaveLength(3);
  const long = chartedDays({ from: '2000-01-01', to: '2026-02-01' }, days);
  expect([long[0], long.at(-1)]).toEqual(['2026-01-03', '2026-02-01']);
});
