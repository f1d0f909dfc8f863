import type { Subscription } from '@scenedock/ui-kit';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import SubscriptionPage from './SubscriptionPage';
import { SUBSCRIPTION } from './testSubscription';

vi.mock('../map/LazyMap', () => ({
  LazyMap: ({ area, focus }: { area: string; focus: string }) => (
    <output>{area === focus ? area : 'elsewhere'}</output>
  ),
}));

const OUTLINE =
  'MULTIPOLYGON(((178 0,180 0,180 4,178 4,178 0)),((-180 0,-177 0,-177 4,-180 4,-180 0)))';
const DRAWN: Subscription = {
  ...SUBSCRIPTION,
  standing: 'window_shut',
  windowFrom: 8,
  windowTo: 18,
  dailyBytes: 1024 ** 3,
  query: 'sat=GF1',
};

let current = DRAWN;
useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/subscriptions/s1`, () => HttpResponse.json(current)),
  http.get(`${SITE}/api/subscriptions/s1/area`, () =>
    HttpResponse.json({ bounds: { west: 178, south: 0, east: 183, north: 4 }, outline: OUTLINE }),
  ),
  http.get(`${SITE}/api/subscriptions/s1/flow`, () => HttpResponse.json([])),
  http.get(`${SITE}/api/subscriptions/s1/scenes`, () => HttpResponse.json({ items: [], total: 0 })),
  http.get(`${SITE}/api/subscriptions/s1/backfills`, () => HttpResponse.json([])),
]);

function open(one: Subscription) {
  current = one;
  openAt(
    '/subscriptions/s1',
    <Routes>
      <Route path="/subscriptions/:id" element={<SubscriptionPage />} />
    </Routes>,
  );
  return screen.findByRole('region', { name: '订阅条件' });
}

it('shows its area, its conditions and the way back to the search', async () => {
  const panel = within(await open(DRAWN));
  await panel.findByText(OUTLINE);
  panel.getByText('指定范围 · 经度 178.00° 至 -177.00°，纬度 0.00° 至 4.00°');
  panel.getByText('GF1');
  // Nodes, sensors, words and all else were not asked for.
  expect(panel.getAllByText('不限')).toHaveLength(4);
  const link = panel.getByRole('link', { name: '打开检索' });
  expect(link.getAttribute('href')).toBe('/search?sat=GF1');
});

it('asks for no area where there is none', async () => {
  const criteria = { ...DRAWN.criteria, hasArea: false, unknownCloud: 'only' } as const;
  const panel = within(await open({ ...DRAWN, criteria }));
  panel.getByText('仅云量未知的数据');
  expect(panel.queryByText(OUTLINE)).toBeNull();
});

it('says at which hours it sends, how much a day, and that it waits for them', async () => {
  await open(DRAWN);
  screen.getByText('等待推送时段（8:00 起）');
  const settings = within(screen.getByRole('region', { name: '推送设置' }));
  settings.getByText('8:00 至 18:00');
  settings.getByText('1.0 GB');
});
