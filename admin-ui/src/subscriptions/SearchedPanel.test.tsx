import type { Backfill, SubscribedScene, Subscription } from '@scenedock/ui-kit';
import { render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { SubscriptionDeskPage } from './SubscriptionDeskPage';
import { WAITING } from './testSubscription';

vi.mock('../parts/map/FootprintMap', () => ({
  default: ({ wkt, label }: { wkt: string; label: string }) => (
    <output aria-label={label}>{wkt}</output>
  ),
}));

useServer();

const OUTLINE = 'POLYGON((115 39,118 39,118 41,115 41,115 39))';
const REGIONAL: Subscription = {
  ...WAITING,
  state: 'running',
  standing: 'window_shut',
  dailyBytes: 5 * 1024 ** 3,
  targetDailyBytes: 1024 ** 4,
  windowFrom: 22,
  windowTo: 6,
  query: '?region=156110000',
  criteria: {
    ...WAITING.criteria,
    nodeIds: [1, 2],
    hasArea: true,
    regionName: '北京市',
    cloudMax: 20,
    unknownCloud: 'include',
  },
  counts: { ...WAITING.counts, matched: 1, waiting: 1 },
};
const HELD: SubscribedScene = {
  id: 'm1',
  dataname: 'GF1_A',
  dataid: 'a',
  round: 1,
  size: 1024,
  path: 'S000012/a.tif',
  state: 'waiting',
  sending: false,
  matchedAt: '2026-11-25T01:00:00Z',
  dueAt: '2026-11-25T01:00:00Z',
  heldBy: 'window_shut',
  endedAt: null,
  failure: null,
  failureMessage: null,
  sha256: null,
  withdrawal: null,
};
const BACKFILL: Backfill = {
  id: 'b1',
  basis: 'acquired',
  from: '2024-12-31T16:00:00Z',
  to: '2025-12-31T15:59:59.999999Z',
  state: 'done',
  found: 40,
  chosen: 40,
  looked: 40,
  matched: 40,
  delivered: 30,
  waiting: 10,
  missed: 0,
  createdAt: '2026-11-25T01:00:00Z',
  endedAt: '2026-11-25T02:00:00Z',
  takenBack: false,
};

beforeEach(() => {
  server.use(
    http.get('/api/subscription-desk', () =>
      HttpResponse.json({ items: [REGIONAL], total: 1, states: [] }),
    ),
    http.get('/api/subscriptions/s1', () => HttpResponse.json(REGIONAL)),
    http.get('/api/subscriptions/s1/area', () =>
      HttpResponse.json({
        bounds: { west: 115, south: 39, east: 118, north: 41 },
        outline: OUTLINE,
      }),
    ),
    http.get('/api/subscriptions/s1/scenes', () => HttpResponse.json({ items: [HELD], total: 1 })),
    http.get('/api/subscriptions/s1/backfills', () => HttpResponse.json([BACKFILL])),
  );
});

async function openDrawer() {
  render(
    <Stage at="/subscribeAudit?one=s1&matches=waiting">
      <SubscriptionDeskPage />
    </Stage>,
  );
  const drawer = within(await screen.findByRole('dialog', { name: '汛期监测' }));
  await drawer.findByRole('button', { name: '中止' });
  return drawer;
}

it('shows who approves what is searched, by name and on a map, and leads to the search', async () => {
  const drawer = await openDrawer();
  const map = await drawer.findByRole('status', { name: '“汛期监测”的区域范围地图' });
  expect(map.textContent).toBe(OUTLINE);
  drawer.getByText('高分一号，另有 1 个目录');
  drawer.getByText('北京市 · 经度 115.00° 至 118.00°，纬度 39.00° 至 41.00°');
  drawer.getByText('云量不超过 20%，含云量未知的数据');
  const link = drawer.getByRole('link', { name: '打开检索' });
  expect(link.getAttribute('href')).toBe('/search?region=156110000');
});

it('shows how much goes out, at which hours, and which files wait for these', async () => {
  const drawer = await openDrawer();
  drawer.getByText('22:00 至次日 6:00');
  drawer.getByText('5.0 GB');
  drawer.getByText('1.0 TB');
  drawer.getByText('等待推送时段（22:00 起）');
  await drawer.findByText('1.0 KB · 等待推送时段（22:00 起） · S000012/a.tif');
});

it('shows what was there before and was asked for', async () => {
  const drawer = await openDrawer();
  const backfills = within(await drawer.findByRole('list', { name: '历史数据补推' }));
  backfills.getByText('已匹配 40 / 40 景 · 送达 30 · 待推送 10 · 未送达 0');
  expect(backfills.queryByRole('button')).toBeNull();
});

it('hands out the forms as they are filled in now', async () => {
  const drawer = await openDrawer();
  const forms = within(drawer.getByRole('list', { name: /供核对附件/ }));
  const links = forms.getAllByRole('link');
  expect(links).toHaveLength(8);
  expect(links[0]?.getAttribute('href')).toContain('/api/subscriptions/s1/forms/6?format=pdf');
});
