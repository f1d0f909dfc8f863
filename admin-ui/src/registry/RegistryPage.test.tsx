import { type Locale, storeLocale } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { linkTargets } from '../test/linkTargets';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { RegistryPage } from './RegistryPage';

// There is no map without a browser.
vi.mock('../statistics/RegionMap', () => ({
  default: ({ shades }: { shades: ReadonlyMap<string, number> }) => <p>{[...shades].join(' ')}</p>,
}));

useServer();

const entry = (number: number, more = {}) => ({
  ...{ number, orderId: `o${number}`, ordername: `20261121WP10300012${number}`, round: 1 },
  ...{ openedAt: '2026-11-21T02:30:00Z', completedAt: null, type: 0, getMethod: 0 },
  ...{ loginName: 'zhangsan', userName: '张三', applicant: '张三', unit: '中国地质调查局' },
  ...{ usage: '测绘', project: '青藏高原矿产调查', description: '', licenceSha256: null },
  ...{ sceneCount: 1234, sceneBytes: 1536, fileCount: 3, fileBytes: 2048 },
  ...{ fetchedFiles: 2, fetchedBytes: 2048, firstFetchedAt: '2026-11-21T03:30:00Z' },
  ...{ lastFetchedAt: '2026-11-22T03:30:00Z', repeatedFetches: 0 },
  ...more,
});

let queries: URLSearchParams[] = [];

beforeEach(() => {
  queries = [];
  server.use(
    http.get('/api/registry', ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const isFirst = !query.has('before');
      return HttpResponse.json({
        items: isFirst
          ? [
              entry(9, { round: 2 }),
              entry(8, { lastFetchedAt: null, getMethod: 2 }),
              entry(6, { lastFetchedAt: null, getMethod: 2, completedAt: '2026-11-23T02:30:00Z' }),
              entry(5, { fetchedFiles: 0 }),
            ]
          : [entry(7)],
        next: isFirst ? 8 : null,
        sum: { entries: 3, scenes: 3702, bytes: 4608, isWhole: true },
      });
    }),
    http.get('/api/registry/choices', () =>
      HttpResponse.json({ units: ['中国地质调查局'], usages: ['测绘'], satellites: ['GF1'] }),
    ),
    http.get('/api/registry/figures', ({ request }) => {
      const by = new URL(request.url).searchParams.get('by');
      const value = by === 'month' ? '2026-02' : '中国地质调查局';
      return HttpResponse.json({ items: [{ value, entries: 3, scenes: 1234, bytes: 1536 }] });
    }),
    http.get('/api/instruments', () => HttpResponse.json({ items: [] })),
    http.get('/api/dictionary', () => HttpResponse.json({ items: [] })),
  );
});

const DAYS = 'from=2026-01-10&to=2026-11-23';

async function show(query = DAYS) {
  render(
    <Stage at={`/registry?${query}`}>
      <RegistryPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '数据提供登记', level: 1 });
}

const address = () => screen.getByTestId('address').textContent;

async function choose(field: HTMLElement, name: string) {
  fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
}

describe('the registry', () => {
  it('lists what was provided, page by page, and leads to each entry', async () => {
    await show();
    await screen.findByText('共 3 次交付，3,702 景，4.5 KB');
    const row = screen.getByRole('row', { name: /第 2 次交付/ });
    within(row).getByText('2 个文件');
    within(row).getByText('1,234');
    expect(within(row).getByRole('link', { name: '查看登记 9' }).getAttribute('href')).toBe(
      '/registry/9',
    );
    const fetched = (number: number) =>
      screen.getByRole('row', { name: new RegExp(`查看登记 ${number}`) }).lastChild?.textContent;
    expect(fetched(8)).toBe('离线拷贝未领取');
    expect(fetched(6)).toBe('离线拷贝已领取');
    expect(fetched(5)).toBe('下载未完成2026-11-22 11:30');
    fireEvent.click(screen.getByRole('button', { name: '加载更早的登记' }));
    await screen.findByRole('link', { name: '查看登记 7' });
    expect(queries.at(-1)?.get('before')).toBe('8');
    expect(screen.queryByRole('button', { name: '加载更早的登记' })).toBeNull();
  });

  it('keeps what narrows it in the address, and exports just that', async () => {
    await show(`${DAYS}&unit=${encodeURIComponent('某研究院')}&getMethod=2&satisfied=true`);
    await waitFor(() => expect(queries.at(-1)?.get('unit')).toBe('某研究院'));
    expect(queries.at(-1)?.get('getMethod')).toBe('2');
    expect(queries.at(-1)?.get('satisfied')).toBe('true');
    // A unit that no entry has any more is still shown.
    within(screen.getByRole('combobox', { name: /申请单位/ })).getByText('某研究院');
    const excel = screen.getByRole('link', { name: '导出 Excel' }).getAttribute('href');
    expect(excel).toContain('/api/registry/export.xlsx?from=2026-01-10&to=2026-11-23');
    expect(excel).toContain('getMethod=2');
    fireEvent.change(screen.getByRole('searchbox', { name: '账号或申请人' }), {
      target: { value: '张' },
    });
    await waitFor(() => expect(queries.at(-1)?.get('person')).toBe('张'));
    expect(decodeURIComponent(address() ?? '')).toContain('person=张');
    fireEvent.click(screen.getByRole('button', { name: '清除查询条件' }));
    await waitFor(() => expect(address()).toBe(`/registry?${DAYS}`));
  });

  it('finds deliveries without a unit, says so where units are chosen, and leaves off', async () => {
    await show(`${DAYS}&without=unit`);
    await waitFor(() => expect(queries.at(-1)?.get('without')).toBe('unit'));
    const unit = screen.getByRole('combobox', { name: '申请单位' });
    const usage = screen.getByRole('combobox', { name: '数据用途' });
    expect(unit.textContent).toBe('未填写');
    await choose(usage, '未填写');
    await waitFor(() => expect(queries.at(-1)?.get('without')).toBe('usage'));
    expect(unit.textContent).toBe('全部');
    await choose(unit, '中国地质调查局');
    await waitFor(() => expect(queries.at(-1)?.get('unit')).toBe('中国地质调查局'));
    expect(queries.at(-1)?.get('without'), 'of another field').toBe('usage');
  });

  it('goes from a unit to none, to one, and to all of them', async () => {
    await show(`${DAYS}&unit=x&without=unit`);
    const unit = screen.getByRole('combobox', { name: '申请单位' });
    expect(unit.textContent, 'as the server takes it').toBe('未填写');
    await choose(unit, '中国地质调查局');
    const named = `/registry?${DAYS}&unit=中国地质调查局`;
    await waitFor(() => expect(decodeURIComponent(address() ?? '')).toBe(named));
    await choose(unit, '未填写');
    await waitFor(() => expect(address()).toBe(`/registry?${DAYS}&without=unit`));
    await choose(unit, '全部');
    await waitFor(() => expect(address()).toBe(`/registry?${DAYS}`));
  });

  it('says how often files of an entry were fetched again', async () => {
    server.use(
      http.get('/api/registry', ({ request }) => {
        queries.push(new URL(request.url).searchParams);
        const sum = { entries: 1, scenes: 1234, bytes: 1536, isWhole: true };
        return HttpResponse.json({ items: [entry(9, { repeatedFetches: 3 })], next: null, sum });
      }),
    );
    await show(`${DAYS}&repeated=true`);
    await screen.findByText('2 个文件 · 重复 3 次');
    expect(queries.at(-1)?.get('repeated')).toBe('true');
  });

  it.each<[Locale, string, string, string, string]>([
    ['zh-CN', '重复下载', '有重复下载', '制备承诺', '有承诺'],
    ['en', 'Downloaded again', 'Yes', 'Promised time', 'Given'],
  ])('names what it is narrowed to: %s', async (locale, ...words) => {
    storeLocale(locale);
    const [repetition, yes, promise, given] = words;
    render(
      <Stage at={`/registry?${DAYS}&repeated=true&first=true&promise=any`}>
        <RegistryPage />
      </Stage>,
    );
    await waitFor(() => expect(queries.at(-1)?.get('promise')).toBe('any'));
    expect(screen.getByRole('combobox', { name: repetition }).textContent).toBe(yes);
    expect(screen.getByRole('combobox', { name: promise }).textContent).toBe(given);
    const clear = screen.getByRole('button', { name: /^(清除查询条件|Clear filters)$/ });
    fireEvent.click(clear);
    await waitFor(() => expect(address()).toBe(`/registry?${DAYS}`));
  });

  it('leads from each figure to the entries that it counts', async () => {
    await show(`${DAYS}&tab=figures`);
    const month = await screen.findByRole('row', { name: /2026-02/ });
    within(month).getByText('1,234');
    expect(linkTargets(month)).toEqual(['/registry?from=2026-02-01&to=2026-02-28']);
    within(month).getByRole('link', { name: '2026-02 景数 1,234' });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /统计方式/ }));
    fireEvent.click(await screen.findByRole('option', { name: '按单位' }));
    const unit = await screen.findByRole('row', { name: /中国地质调查局/ });
    expect(linkTargets(unit)).toEqual([`/registry?${DAYS}&unit=中国地质调查局`]);
    expect(address()).toContain('by=unit');
  });

  it.each(['unit', 'usage', 'satellite'])(
    'leads from what has no %s to its entries',
    async (by) => {
      const items = [{ value: '', entries: 3, scenes: 1234, bytes: 1536 }];
      server.use(http.get('/api/registry/figures', () => HttpResponse.json({ items })));
      await show(`${DAYS}&tab=figures&by=${by}`);
      const nothing = await screen.findByRole('row', { name: /^未填写/ });
      expect(linkTargets(nothing)).toEqual([`/registry?${DAYS}&without=${by}`]);
    },
  );

  it('counts for one unit, and leads to its entries', async () => {
    const queries: URLSearchParams[] = [];
    server.use(
      http.get('/api/registry/figures', ({ request }) => {
        queries.push(new URL(request.url).searchParams);
        const items = [{ value: '2026-02', entries: 3, scenes: 1234, bytes: 1536 }];
        return HttpResponse.json({ items });
      }),
    );
    await show(`${DAYS}&tab=figures`);
    await screen.findByRole('row', { name: /2026-02/ });
    expect(queries.at(-1)?.has('unit')).toBe(false);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '申请单位' }));
    fireEvent.click(await screen.findByRole('option', { name: '中国地质调查局' }));
    await waitFor(() => expect(queries.at(-1)?.get('unit')).toBe('中国地质调查局'));
    const month = await screen.findByRole('row', { name: /2026-02/ });
    expect(linkTargets(month)).toEqual([
      '/registry?from=2026-02-01&to=2026-02-28&unit=中国地质调查局',
    ]);
  });

  it('says so where there are more entries than were counted', async () => {
    server.use(
      http.get('/api/registry', () =>
        HttpResponse.json({
          ...{ items: [entry(9)], next: 9 },
          sum: { entries: 10000, scenes: 10000, bytes: 4608, isWhole: false },
        }),
      ),
    );
    await show(`${DAYS}&person=${encodeURIComponent('张')}`);
    expect((await screen.findByText('10,000 次以上交付')).getAttribute('role')).toBe('status');
  });

  it('counts by region, where no province is a row of its own, and each leads to its entries', async () => {
    const items = ['156110000', ''].map((value, n) => ({
      ...{ value, entries: 3 - n, scenes: 1234, bytes: 1536 },
    }));
    const provinces = [
      { areaCode: '156110000', areaName: '北京市', wkt: 'POLYGON((0 0,1 0,1 1,0 0))' },
    ];
    server.use(
      http.get('/api/registry/figures', () => HttpResponse.json({ items })),
      http.get('/api/config', () => HttpResponse.json({ map: { basemap: null } })),
      http.get('/api/regions/outlines', () => HttpResponse.json({ items: provinces })),
      http.get('/api/regions', () => HttpResponse.json({ items: provinces, groups: {} })),
    );
    await show(`${DAYS}&tab=figures&by=region`);
    await screen.findByText('156110000,5');
    for (const [name, condition] of [
      [/^北京市/, 'region=156110000'],
      [/^不在任何省级行政区/, 'without=region'],
    ] as const) {
      const row = await screen.findByRole('row', { name });
      expect(linkTargets(row)).toEqual([`/registry?${DAYS}&${condition}`]);
    }
    const below = screen.getByRole('link', { name: /^不在任何省级行政区（.*2 次交付$/ });
    expect(below.getAttribute('href')).toBe(`/registry?${DAYS}&without=region`);
  });

  it('says why nothing is there, and what went wrong', async () => {
    server.use(
      http.get('/api/registry', () =>
        HttpResponse.json({
          ...{ items: [], next: null },
          sum: { entries: 0, scenes: 0, bytes: 0, isWhole: true },
        }),
      ),
    );
    await show();
    await screen.findByText('没有符合条件的登记');
  });

  it('shows a refusal', async () => {
    server.use(http.get('/api/registry', () => problem(500, 'internal', '服务器出错')));
    await show();
    await screen.findByText('服务器出错');
  });
});
