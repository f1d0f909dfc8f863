import type { Role } from '@scenedock/ui-kit';
import { AUTHORITIES } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { CoveragePage } from './CoveragePage';

// There is no map without a browser: a press on it is one on this.
vi.mock('./DensityMap', () => ({
  default: ({ onPress }: { onPress: (cell: object) => void }) => (
    <button
      type="button"
      onClick={() => onPress({ middle: [100.2, 30.2], side: 0.4, scenes: 1210 })}
    >
      map
    </button>
  ),
}));

useServer();

const item = (satellite: string, year: number | null, scenes: number, share: number) => ({
  satellite,
  year,
  scenes,
  share,
});

const COVERAGE = {
  scenes: 1210,
  share: 80,
  items: [item('GF1', 2023, 10, 1.5), item('GF1', 2024, 200, 50), item('ZY3', 2024, 1000, 75)],
  satellites: [item('GF1', null, 210, 51), item('ZY3', null, 1000, 75)],
  years: [item('', 2023, 10, 1.5), item('', 2024, 1200, 80)],
  grid: { west: 100, south: 30, side: 0.4, columns: 1, rows: 1, counts: [1210] },
};

let asked: unknown[] = [];
let begun: unknown[] = [];
let role: Role = 'admin';

beforeEach(() => {
  [asked, begun, role] = [[], [], 'admin'];
  server.use(
    http.get('/api/auth/me', () =>
      HttpResponse.json({
        id: 'me',
        loginName: role,
        userName: '管理员',
        role,
        authorities: AUTHORITIES[role],
      }),
    ),
    http.get('/api/scenes/satellites', () =>
      HttpResponse.json({ items: [{ satelite: 'GF1', count: 9 }], total: 1 }),
    ),
    http.get('/api/regions', () => HttpResponse.json({ items: [], groups: {} })),
    http.get('/api/regions/:code/wkt', ({ params }) =>
      HttpResponse.json({
        areaCode: params.code,
        areaName: '中国',
        wkt: 'POLYGON((100 30,101 30,101 31,100 30))',
      }),
    ),
    http.post('/api/stats/coverage', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(COVERAGE);
    }),
    http.post('/api/exports', async ({ request }) => {
      begun.push(await request.json());
      return HttpResponse.json({ uuid: 'u1' }, { status: 202 });
    }),
  );
});

async function show(at = '/coverArea?from=2023-01-01&to=2024-12-31&satellites=GF1,ZY3') {
  render(
    <Stage at={at}>
      <CoveragePage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '覆盖统计' });
}

const table = () => screen.findByRole('table', { name: '按卫星和年份' });
const cells = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

describe('coverage', () => {
  it('is asked for as the address says, of the nation where it names no area', async () => {
    await show();
    await table();
    expect(asked).toEqual([
      {
        satellites: ['GF1', 'ZY3'],
        from: '2023-01-01',
        to: '2024-12-31',
        region: '156000000',
      },
    ]);
    expect(screen.getByRole('region', { name: '覆盖率' }).textContent).toContain('80.0%');
  });

  it('is a table of scenes, or of shares', async () => {
    await show();
    expect((await cells()).map((row) => row.slice(1))).toEqual([
      ['—', '1,000', '1,000'],
      ['10', '200', '210'],
      ['10', '1,200', '1,210'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: '覆盖率' }));
    await waitFor(async () =>
      expect((await cells()).map((row) => row.slice(1))).toEqual([
        ['—', '75.0%', '75.0%'],
        ['1.5%', '50.0%', '51.0%'],
        ['1.5%', '80.0%', '80.0%'],
      ]),
    );
    expect(asked).toHaveLength(1);
  });

  it('leads from each number to the search of the portal that finds its scenes', async () => {
    await show();
    const link = within(await table()).getByRole('link', { name: /2024 200$/ });
    expect(link.getAttribute('href')).toBe(
      '/search?region=156000000&from=2024-01-01&to=2024-12-31&sat=GF1',
    );
    expect(within(await table()).queryByRole('link', { name: /—$/ })).toBeNull();
  });

  it('leads from the figures of the whole search to it', async () => {
    await show();
    const search = '/search?region=156000000&from=2023-01-01&to=2024-12-31&sat=GF1%2CZY3';
    for (const name of ['景数', '覆盖率']) {
      const card = within(await screen.findByRole('region', { name }));
      expect(card.getByRole('link').getAttribute('href')).toBe(search);
    }
  });

  it('leads from the number of satellites to the figures of each', async () => {
    await show();
    const satellites = await screen.findByRole('group', { name: '按卫星和年份' });
    fireEvent.click(await screen.findByRole('link', { name: /^卫星数? 2$/ }));
    await waitFor(() => expect(document.activeElement).toBe(satellites));
    expect(decodeURIComponent(screen.getByTestId('address').textContent ?? '')).toBe(
      '/coverArea?from=2023-01-01&to=2024-12-31&satellites=GF1,ZY3&by=satellite',
    );
  });

  it('says of how many scenes each look of the map is', async () => {
    await show();
    const legend = await screen.findByRole('list', { name: '每处景数' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['1', '2–3', '4–9', '10–29', '30–99', '≥100']);
  });

  it('leads from a pressed place of the map to the scenes that lie over it', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'map' }));
    const link = await screen.findByRole('link', { name: '在门户中查看选中处的 1,210 景' });
    expect(link.getAttribute('href')).toContain('box=100.1996%2C30.1996%2C100.2004%2C30.2004');
  });

  it('is exported as a shapefile with and without attributes', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: '导出 Shapefile（仅范围）' }));
    await waitFor(() => expect(begun).toHaveLength(1));
    expect(begun[0]).toMatchObject({
      kind: 'shapefile',
      content: 'outlines',
      search: { region: '156000000', satellites: ['GF1', 'ZY3'] },
    });
    fireEvent.click(await screen.findByRole('button', { name: '停止等待' }));
    fireEvent.click(await screen.findByRole('button', { name: '导出 Shapefile（含属性）' }));
    await waitFor(() => expect(begun).toHaveLength(2));
    expect(begun[1]).toMatchObject({ kind: 'shapefile', content: 'list' });
  });

  it('offers no shapefiles to whoever may not export', async () => {
    role = 'operator';
    await show();
    expect(await screen.findByRole('button', { name: '导出 CSV' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Shapefile/ })).toBeNull();
  });

  it('says why it cannot be counted', async () => {
    server.use(
      http.post('/api/stats/coverage', () =>
        problem(503, 'geometry_busy', '空间计算繁忙，请稍后再试。'),
      ),
    );
    await show();
    expect(await screen.findByText('空间计算繁忙，请稍后再试。')).toBeTruthy();
  });
});
