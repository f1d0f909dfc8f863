import { buildOrder, buildPush, buildPushes } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { PushButton, PushesPanel } from './pushes';

useServer();

function show(pushes = buildPushes()) {
  server.use(http.get('/api/orders/7/pushes', () => HttpResponse.json(pushes)));
  const order = buildOrder({ sstatus: 6 });
  render(
    <Stage>
      <PushButton order={order} />
      <PushesPanel order={order} />
    </Stage>,
  );
}

async function openDialog() {
  fireEvent.click(await screen.findByRole('button', { name: '推送订单' }));
  return within(await screen.findByRole('dialog'));
}

it('goes to a target of the applicant, and is said to be on its way', async () => {
  const pushes = buildPushes();
  server.use(
    http.post('/api/orders/7/pushes', () =>
      HttpResponse.json({ ...pushes, items: [buildPush({ pushedBy: '管理员' })] }),
    ),
  );
  show(pushes);
  const dialog = await openDialog();
  dialog.getByText('以下是申请人的推送目标。');
  fireEvent.click(dialog.getByRole('button', { name: '推送' }));
  await screen.findByText('已开始推送到“省中心”');
  const panel = within(await screen.findByRole('region', { name: '订单推送' }));
  panel.getByText('2026-11-26 10:00 由管理员推送');
});

it('says why it was refused where it was asked', async () => {
  server.use(
    http.post('/api/orders/7/pushes', () => problem(404, 'no_delivery', '没有可下载的数据')),
  );
  show();
  const dialog = await openDialog();
  fireEvent.click(dialog.getByRole('button', { name: '推送' }));
  await dialog.findByText('没有可下载的数据');
});

it('offers no way to make somebody else a target', async () => {
  show(buildPushes({ targets: [] }));
  const dialog = await openDialog();
  dialog.getByText('申请人还没有推送目标');
  expect(dialog.queryByRole('link')).toBeNull();
});
