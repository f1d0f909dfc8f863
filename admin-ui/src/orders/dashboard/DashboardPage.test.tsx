import type { Dashboard } from '@scenedock/ui-kit';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { problem, server, useServer } from '../../test/server';
import { DashboardPage } from './DashboardPage';

useServer();

const NOTHING: Dashboard = {
  waiting: 0,
  pending: 0,
  oldest: null,
  failedScenes: 0,
  failedPackaging: 0,
  expiring: 0,
  preparing: 0,
};

function show(found: Dashboard) {
  server.use(http.get('/api/dashboard', () => HttpResponse.json(found)));
  render(
    <Stage>
      <DashboardPage />
    </Stage>,
  );
}

it('leads from each figure to the list of just those orders', async () => {
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const oldest = { id: 'a', ordername: 'WPa', since };
  show({ ...NOTHING, waiting: 3, pending: 1, oldest, failedScenes: 2, expiring: 1, preparing: 4 });
  const waiting = await screen.findByRole('link', { name: /^等待审核，3 单/ });
  expect(waiting.textContent).toContain('最早的已等待 3 小时');
  expect(waiting.textContent).toContain('其中 1 单的审核决定即将生效');
  const filter = (attention: string) =>
    `?filter=${encodeURIComponent(JSON.stringify({ attention }))}`;
  for (const [name, to] of [
    [/^等待审核/, '/orderManage_stayAudit'],
    [/^提取失败/, `/orderManage_pastAudit${filter('failed_scenes')}`],
    [/^打包失败/, `/orderManage_pastAudit${filter('failed_packaging')}`],
    [/^即将到期/, `/orderManage_dataReadyFinish${filter('expiring')}`],
    [/^正在准备/, '/orderManage_pastAudit'],
  ] as const) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
  }
  screen.getByText('没有打包失败的订单');
  expect(screen.getByRole('link', { name: '打开审核台' }).getAttribute('href')).toBe('/audit');
});

it('is calm when there is nothing to do', async () => {
  show(NOTHING);
  await screen.findByText('没有等待审核的订单');
  screen.getByText('目前没有需要处理的订单。');
});

it('says so where it may not be seen', async () => {
  server.use(http.get('/api/dashboard', () => problem(403, 'forbidden', '没有权限执行此操作')));
  render(
    <Stage>
      <DashboardPage />
    </Stage>,
  );
  await screen.findByText('没有权限');
});
