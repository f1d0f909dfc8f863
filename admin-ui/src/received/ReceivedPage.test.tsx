import { type Locale, type Role, storeLocale } from '@scenedock/ui-kit';
import { AUTHORITIES } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { leastColumnWidth } from '../test/leastWidth';
import { linkTargets } from '../test/linkTargets';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { ReceivedPage } from './ReceivedPage';

useServer();

const figure = (value: string, label: string, scenes: number) => ({
  value,
  label,
  scenes,
  bytes: scenes * 1024 ** 3,
});

const FIGURES: Readonly<Record<string, ReturnType<typeof figure>[]>> = {
  day: [figure('2026-03-01', '2026-03-01', 1200), figure('2026-03-04', '2026-03-04', 34)],
  month: [figure('2024-03', '2024-03', 1234)],
  satellite: [figure('GF1', '高分一号', 1200), figure('ZY3', '资源三号', 34), figure('', '', 7)],
  node: [figure('7', '高分一号PMS', 1234)],
};

const scene = (did: number) => ({
  did,
  dataId: `id-${did}`,
  name: `GF1_PMS1_${did}`,
  satellite: 'GF1',
  satelliteLabel: '高分一号',
  sensor: 'PMS1',
  node: 7,
  nodeLabel: '高分一号PMS',
  acquired: '2026-02-27T03:00:00Z',
  received: '2026-03-01T01:00:00Z',
  bytes: 1024,
});

let asked: URLSearchParams[] = [];
let role: Role = 'operator';

beforeEach(() => {
  asked = [];
  role = 'operator';
  server.use(
    http.get('/api/auth/me', () =>
      HttpResponse.json({
        id: 'me',
        loginName: 'operator',
        userName: '运维员',
        role,
        authorities: AUTHORITIES[role],
      }),
    ),
    http.get('/api/stats/received', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const items = FIGURES[query.get('by') ?? ''] ?? [];
      return HttpResponse.json({ total: { scenes: 1234, bytes: 1234 * 1024 ** 3 }, items });
    }),
    http.get('/api/stats/received/scenes', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json(
        query.get('before') === '9.51'
          ? { items: [scene(50)], next: null }
          : { items: [scene(52), scene(51)], next: '9.51' },
      );
    }),
  );
});

async function show(at = '/dataReceiveStat?from=2026-01-01&to=2026-11-27') {
  render(
    <Stage at={at}>
      <ReceivedPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '数据接收统计' });
}

const rowsLink = (name: string) => screen.findByRole('link', { name: `查看 ${name} 的景列表` });

describe('figures of what the archive took in', () => {
  it('are shown by day, satellite and node, and lead to their scenes', async () => {
    await show();
    const totals = await screen.findByRole('region', { name: '景数' });
    expect(totals.textContent).toContain('1,234');
    expect((await rowsLink('2026-03-04')).getAttribute('href')).toBe(
      '/dataReceiveStat?tab=scenes&from=2026-03-04&to=2026-03-04',
    );
    const satellites = await screen.findByRole('table', { name: '按卫星' });
    const link = within(satellites).getAllByRole('link')[0];
    expect(link?.getAttribute('href')).toBe(
      '/dataReceiveStat?tab=scenes&from=2026-01-01&to=2026-11-27&satellite=GF1',
    );
    const scenes = '/dataReceiveStat?tab=scenes&from=2026-01-01&to=2026-11-27';
    const nodes = await screen.findByRole('table', { name: '按目录节点' });
    expect(linkTargets(nodes)).toEqual([`${scenes}&node=7`]);
    within(nodes).getByRole('link', { name: '高分一号PMS 景数 1,234' });
    const days = screen.getByRole('table', { name: '每日接收' });
    const [, first] = within(days).getAllByRole('row');
    expect(first?.textContent, 'the newest first').toContain('2026-03-04');
    expect(first && linkTargets(first)).toEqual([
      '/dataReceiveStat?tab=scenes&from=2026-03-04&to=2026-03-04',
    ]);
  });

  it('of all days lead to their scenes, too', async () => {
    await show('/dataReceiveStat?from=2026-01-01&to=2026-11-27&satellite=GF1');
    const hrefs = ['景数', '数据量'].map(async (name) => {
      const card = within(await screen.findByRole('region', { name }));
      return card.getByRole('link').getAttribute('href');
    });
    const scenes = '/dataReceiveStat?tab=scenes&from=2026-01-01&to=2026-11-27&satellite=GF1';
    expect(await Promise.all(hrefs)).toEqual([scenes, scenes]);
  });

  it('are of months where the period is longer than a year', async () => {
    await show('/dataReceiveStat?from=2024-02-01&to=2026-11-27');
    expect((await rowsLink('2024-03')).getAttribute('href')).toContain(
      'from=2024-03-01&to=2024-03-31',
    );
    expect(asked.some((query) => query.get('by') === 'day')).toBe(false);
  });

  it('are of one satellite that is chosen, in the address and in what is exported', async () => {
    await show();
    await rowsLink('2026-03-04');
    fireEvent.mouseDown(screen.getByLabelText('卫星'));
    fireEvent.click(await screen.findByRole('option', { name: /ZY3|资源三号/ }));
    await waitFor(() => expect(asked.some((query) => query.get('satellite') === 'ZY3')).toBe(true));
    expect(screen.getByTestId('address').textContent).toContain('satellite=ZY3');
    expect(screen.getByRole('link', { name: '导出 CSV' }).getAttribute('href')).toBe(
      '/api/stats/received.csv?from=2026-01-01&to=2026-11-27&satellite=ZY3',
    );
  });

  it('name scenes of no satellite, which lead to them and are no satellite to choose', async () => {
    await show();
    const table = await screen.findByRole('table', { name: '按卫星' });
    const row = await within(table).findByRole('row', { name: /^未注明卫星/ });
    expect(linkTargets(row)).toEqual([
      '/dataReceiveStat?tab=scenes&from=2026-01-01&to=2026-11-27&without=satellite',
    ]);
    const card = screen.getByRole('region', { name: '卫星数' });
    expect(card.textContent).toBe('卫星数（颗）2');
    expect(screen.getByLabelText('卫星').textContent).toBe('全部卫星');
  });

  it('by satellite are where the number of satellites leads, each time', async () => {
    await show('/dataReceiveStat?from=2026-01-01&to=2026-11-27&satellite=GF1');
    const satellites = await screen.findByRole('group', { name: '按卫星' });
    for (const _ of ['once', 'again']) {
      fireEvent.click(await screen.findByRole('link', { name: '卫星数 2' }));
      await waitFor(() => expect(document.activeElement).toBe(satellites));
      satellites.blur();
    }
    const address = () => screen.getByTestId('address').textContent;
    expect(address()).toBe(
      '/dataReceiveStat?from=2026-01-01&to=2026-11-27&satellite=GF1&by=satellite',
    );
    fireEvent.mouseDown(screen.getByLabelText('卫星'));
    fireEvent.click(await screen.findByRole('option', { name: '全部卫星' }));
    await waitFor(() => expect(address()).not.toContain('satellite=GF1'));
    expect(document.activeElement, 'the reader is elsewhere').not.toBe(satellites);
  });

  it('say so where nothing came in', async () => {
    const nothing = { total: { scenes: 0, bytes: 0 }, items: [] };
    server.use(http.get('/api/stats/received', () => HttpResponse.json(nothing)));
    await show();
    await screen.findByText('暂无数据');
  });

  it('say that the server is not there', async () => {
    server.use(http.get('/api/stats/received', () => problem(503, 'unavailable', '服务暂不可用')));
    await show();
    await screen.findByText('服务暂不可用');
  });
});

describe('the scenes behind them', () => {
  it('keep room for their names in a narrow window', async () => {
    await show('/dataReceiveStat?tab=scenes&from=2026-03-01&to=2026-03-01');
    await screen.findByText('GF1_PMS1_52');
    const table = screen.getByRole('table', { name: '接收的景' });
    expect(leastColumnWidth(table, '景名称')).toBe(220);
  });

  it('are those of the same days, satellite and node, and go on to earlier ones', async () => {
    await show('/dataReceiveStat?tab=scenes&from=2026-03-01&to=2026-03-01&satellite=GF1&node=7');
    await screen.findByText('GF1_PMS1_52');
    const list = asked.filter((query) => !query.has('by'));
    expect(Object.fromEntries(list[0] ?? [])).toMatchObject({
      from: '2026-03-01',
      to: '2026-03-01',
      satellite: 'GF1',
      node: '7',
    });
    fireEvent.click(screen.getByRole('button', { name: '加载更早的景' }));
    await screen.findByText('GF1_PMS1_50');
    expect(screen.queryByRole('button', { name: '加载更早的景' })).toBeNull();
  });

  it.each<[Locale, string, string, string]>([
    ['zh-CN', '卫星', '未注明卫星', '全部卫星'],
    ['en', 'Satellite', 'No satellite stated', 'All satellites'],
  ])('are those that state no satellite, until others are chosen: %s', async (locale, ...words) => {
    const [label, nothing, all] = words;
    storeLocale(locale);
    render(
      <Stage at="/dataReceiveStat?tab=scenes&from=2026-03-01&to=2026-03-01&without=satellite">
        <ReceivedPage />
      </Stage>,
    );
    await screen.findByText('GF1_PMS1_52');
    expect(asked.find((query) => !query.has('by'))?.get('without')).toBe('satellite');
    const satellite = screen.getByRole('combobox', { name: label });
    expect(satellite.textContent).toBe(nothing);
    fireEvent.mouseDown(satellite);
    fireEvent.click(await screen.findByRole('option', { name: all }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('without'));
  });
});
