import { type Locale, type Role, storeLocale } from '@scenedock/ui-kit';
import { AUTHORITIES } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { drawCharts } from '../test/drawCharts';
import { leastColumnWidth } from '../test/leastWidth';
import { linkTargets } from '../test/linkTargets';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { DownloadsPage } from './DownloadsPage';

useServer();

const figure = (value: string, transfers: number) => ({
  value,
  transfers,
  files: transfers - 2,
  broken: 1,
  bytes: transfers * 1024 ** 2,
});

const FIGURES: Readonly<Record<string, ReturnType<typeof figure>[]>> = {
  day: [figure('2026-03-01', 1000), figure('2026-03-04', 7)],
  month: [figure('2024-03', 1007)],
  unit: [figure('地质一队', 1000), figure('', 7)],
  protocol: [figure('ftp', 1000), figure('https', 7), figure('push', 3)],
};

const counts = { deliveries: 5, fetched: 2, begun: 1, untouched: 2, repeated: 3 };
const COMPLETION = {
  total: { ...counts, deliveries: 7, untouched: 4 },
  items: [
    { unit: '地质一队', ...counts, lastFetchedAt: '2026-03-04T01:00:00Z' },
    {
      unit: '地质二队',
      deliveries: 2,
      fetched: 0,
      begun: 0,
      untouched: 2,
      repeated: 0,
      lastFetchedAt: null,
    },
    {
      unit: '',
      ...{ deliveries: 3, fetched: 0, begun: 1, untouched: 2, repeated: 0 },
      lastFetchedAt: '2026-03-05T01:00:00Z',
    },
  ],
};

const transfer = (id: string, changes: object = {}) => ({
  id,
  startedAt: '2026-03-01T01:00:00Z',
  endedAt: '2026-03-01T01:05:00Z',
  orderId: 'o1',
  ordername: '20260301WP01',
  unit: '地质一队',
  account: 'applicant',
  path: `package/${id}.zip`,
  protocol: 'ftps',
  outcome: 'done',
  offset: 0,
  bytes: 2048,
  isWhole: true,
  clientIp: '192.0.2.7',
  ...changes,
});

let asked: URLSearchParams[] = [];
let role: Role = 'admin';

beforeEach(() => {
  asked = [];
  role = 'admin';
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
    http.get('/api/stats/downloads', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const total = { transfers: 1007, files: 1003, broken: 2, bytes: 1007 * 1024 ** 2 };
      return HttpResponse.json({ total, items: FIGURES[query.get('by') ?? ''] ?? [] });
    }),
    http.get('/api/stats/downloads/completion', () => HttpResponse.json(COMPLETION)),
    http.get('/api/stats/downloads/transfers', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json(
        query.get('before') === '9.b'
          ? { items: [transfer('c', { outcome: 'aborted', isWhole: false })], next: null }
          : { items: [transfer('a'), transfer('b', { isWhole: false })], next: '9.b' },
      );
    }),
  );
});

const YEAR = 'from=2026-01-01&to=2026-11-27';

async function show(at = `/dataDownStat?${YEAR}`) {
  render(
    <Stage at={at}>
      <DownloadsPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '数据下载统计' });
}

const rowsLink = (name: string) => screen.findByRole('link', { name: `查看 ${name} 的下载记录` });
const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '');

describe('figures of downloads', () => {
  it('are shown by day, unit and protocol, and lead to the single downloads', async () => {
    await show();
    const card = await screen.findByRole('region', { name: '下载次数' });
    expect(card.textContent).toContain('1,007');
    expect(hrefOf(await rowsLink('2026-03-04'))).toBe(
      '/dataDownStat?tab=transfers&from=2026-03-04&to=2026-03-04',
    );
    expect(hrefOf(await rowsLink('地质一队'))).toContain(`${YEAR}&unit=地质一队`);
    expect(hrefOf(await rowsLink('HTTPS'))).toContain('&protocol=https');
    expect(hrefOf(await rowsLink('推送'))).toContain('&protocol=push');
  });

  it('of all days lead to the downloads, to whole files and to broken ones', async () => {
    await show(`/dataDownStat?${YEAR}&unit=地质一队`);
    const list = `/dataDownStat?tab=transfers&${YEAR}&unit=地质一队`;
    for (const [name, address] of [
      ['下载次数', list],
      ['下载量', list],
      ['完成文件', `${list}&outcome=whole`],
      ['中断', `${list}&outcome=broken`],
    ] as const) {
      expect(linkTargets(await screen.findByRole('region', { name })), name).toEqual([address]);
    }
  });

  it('lead from each cell of a table to its downloads, of no unit as well', async () => {
    await show();
    const list = `/dataDownStat?tab=transfers&${YEAR}`;
    for (const [table, row, condition] of [
      ['按单位', /^地质一队/, 'unit=地质一队'],
      ['按单位', /^未填写/, 'without=unit'],
      ['按协议', /^FTP/, 'protocol=ftp'],
    ] as const) {
      const found = within(await screen.findByRole('table', { name: table }));
      expect(linkTargets(await found.findByRole('row', { name: row }))).toEqual([
        `${list}&${condition}`,
        `${list}&${condition}&outcome=whole`,
        `${list}&${condition}&outcome=broken`,
      ]);
    }
    const day = '/dataDownStat?tab=transfers&from=2026-03-04&to=2026-03-04';
    expect(linkTargets(screen.getByRole('row', { name: /^2026-03-04/ }))).toEqual([
      day,
      `${day}&outcome=whole`,
      `${day}&outcome=broken`,
    ]);
    screen.getByRole('link', { name: '2026-03-04 完成文件 5' });
  });

  it('lead from the markers of files to the downloads that brought them whole', async () => {
    drawCharts();
    await show('/dataDownStat?from=2026-03-04&to=2026-03-04');
    const chart = await screen.findByRole('img', { name: /^每日下载图/ });
    const files = await waitFor(() => {
      const drawing = chart.querySelector('.recharts-wrapper') as Element;
      fireEvent.mouseMove(drawing, { clientX: 350, clientY: 60 });
      const [, found] = chart.querySelectorAll('.recharts-active-dot circle');
      expect(found).toBeDefined();
      return found as Element;
    });
    fireEvent.click(files);
    expect(screen.getByTestId('address').textContent).toBe(
      '/dataDownStat?tab=transfers&from=2026-03-04&to=2026-03-04&outcome=whole',
    );
  });

  it('lead nowhere for who may not see the registry', async () => {
    role = 'operator';
    await show(`/dataDownStat?${YEAR}&tab=transfers`);
    await screen.findByRole('table', { name: '按协议' });
    expect(screen.queryByRole('tab', { name: '下载记录' })).toBeNull();
    expect(screen.queryByRole('link', { name: /的下载记录$/ })).toBeNull();
  });

  it('are of one unit that is chosen', async () => {
    await show();
    await rowsLink('2026-03-04');
    fireEvent.mouseDown(screen.getByLabelText('单位'));
    fireEvent.click(await screen.findByRole('option', { name: '地质一队' }));
    await waitFor(() => expect(asked.some((query) => query.get('unit') === '地质一队')).toBe(true));
  });

  it('say so where there was nothing', async () => {
    const nothing = { total: { transfers: 0, files: 0, broken: 0, bytes: 0 }, items: [] };
    server.use(http.get('/api/stats/downloads', () => HttpResponse.json(nothing)));
    await show();
    await screen.findByText('暂无数据');
  });

  it('say that the server is not there', async () => {
    server.use(http.get('/api/stats/downloads', () => problem(503, 'unavailable', '服务暂不可用')));
    await show();
    await screen.findByText('服务暂不可用');
  });
});

describe('completion', () => {
  it('keeps room for the name of a unit in a narrow window', async () => {
    await show(`/dataDownStat?${YEAR}&tab=completion`);
    const table = await screen.findByRole('table', { name: '完成情况' });
    expect(leastColumnWidth(table, '单位')).toBe(200);
  });

  it('says who fetched nothing, and leads to the registry', async () => {
    await show(`/dataDownStat?${YEAR}&tab=completion`);
    const table = await screen.findByRole('table', { name: '完成情况' });
    const second = within(table).getAllByRole('row')[2];
    expect(second?.textContent).toContain('地质二队未下载单位');
    const untouched = within(table).getByRole('link', { name: '地质一队：未下载 2' });
    expect(hrefOf(untouched)).toBe(`/registry?${YEAR}&unit=地质一队&fetched=untouched`);
    const ofUnit = (part: string) => within(table).getByRole('link', { name: part });
    const unit = `/registry?${YEAR}&unit=地质一队`;
    expect(hrefOf(ofUnit('地质一队：交付次数 5'))).toBe(unit);
    expect(hrefOf(ofUnit('地质一队：下载率 40%'))).toBe(`${unit}&fetched=fetched`);
    expect(hrefOf(ofUnit('地质一队：重复下载 3'))).toBe(`${unit}&repeated=true`);
    expect(hrefOf(ofUnit('地质一队：最近下载 2026-03-04 09:00'))).toBe(`${unit}&fetched=fetched`);
    await screen.findByText('未下载单位 1');
  });

  it('leads from the figures of all units to the registry, for who may see it', async () => {
    await show(`/dataDownStat?${YEAR}&tab=completion`);
    const untouched = await screen.findByRole('link', { name: '未下载 4' });
    expect(hrefOf(untouched)).toBe(`/registry?${YEAR}&fetched=untouched`);
    const deliveries = within(screen.getByRole('region', { name: '交付次数' })).getByRole('link');
    expect(hrefOf(deliveries)).toBe(`/registry?${YEAR}`);
    const rate = within(screen.getByRole('region', { name: '下载率' })).getByRole('link');
    expect(hrefOf(rate)).toBe(`/registry?${YEAR}&fetched=fetched`);
    const repeated = screen.getByRole('region', { name: '重复下载' });
    expect(linkTargets(repeated)).toEqual([`/registry?${YEAR}&repeated=true`]);
  });

  it('leads from what names no unit to its entries, from its bar too', async () => {
    drawCharts();
    await show(`/dataDownStat?${YEAR}&tab=completion`);
    const table = within(await screen.findByRole('table', { name: '完成情况' }));
    const list = `/registry?${YEAR}&without=unit`;
    expect(linkTargets(table.getByRole('row', { name: /^未填写/ }))).toEqual([
      list,
      `${list}&fetched=begun`,
      `${list}&fetched=untouched`,
    ]);
    const bars = [...document.querySelectorAll('.recharts-bar-rectangle path')];
    fireEvent.click(bars.at(-1) as Element);
    expect(screen.getByTestId('address').textContent).toBe(`${list}&fetched=untouched`);
  });

  it('lists the units that fetched nothing alone, which the address keeps', async () => {
    await show(`/dataDownStat?${YEAR}&tab=completion`);
    const table = within(await screen.findByRole('table', { name: '完成情况' }));
    fireEvent.click(screen.getByRole('button', { name: '未下载单位 1' }));
    await waitFor(() => expect(table.queryByText('地质一队')).toBeNull());
    expect(table.getAllByRole('row')).toHaveLength(2);
    table.getByText('地质二队');
    expect(screen.getByTestId('address').textContent).toContain('&dormant=true');
    fireEvent.click(screen.getByRole('button', { name: '未下载单位 1', pressed: true }));
    await table.findByText('地质一队');
    expect(screen.getByTestId('address').textContent).not.toContain('dormant');
  });

  it('leads nowhere for who may not', async () => {
    role = 'operator';
    await show(`/dataDownStat?${YEAR}&tab=completion`);
    await screen.findByRole('region', { name: '未下载' });
    expect(screen.queryByRole('link', { name: '未下载 4' })).toBeNull();
  });
});

describe('single downloads', () => {
  it('tell how they ended, and go on to earlier ones', async () => {
    await show(`/dataDownStat?${YEAR}&tab=transfers&protocol=ftps`);
    await screen.findByText('package/a.zip');
    await screen.findByText('完成（部分）');
    expect(asked.some((query) => query.get('protocol') === 'ftps')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '加载更早的记录' }));
    await screen.findByText('用户中断');
  });

  it.each<[Locale, string, string, string, string]>([
    ['zh-CN', '单位', '未填写', '结果', '中断（含失败）'],
    ['en', 'Organisation', 'Not given', 'Outcome', 'Interrupted or failed'],
  ])('are those without a unit, and those broken off: %s', async (locale, ...words) => {
    const [unit, nothing, outcome, broken] = words;
    storeLocale(locale);
    render(
      <Stage at={`/dataDownStat?${YEAR}&tab=transfers&without=unit&outcome=broken`}>
        <DownloadsPage />
      </Stage>,
    );
    await screen.findByText('package/a.zip');
    const query = asked.find((one) => !one.has('by'));
    expect(query?.get('without')).toBe('unit');
    expect(query?.get('outcome')).toBe('broken');
    expect(screen.getByRole('combobox', { name: unit }).textContent).toBe(nothing);
    expect(screen.getByRole('combobox', { name: outcome }).textContent).toBe(broken);
  });
});
