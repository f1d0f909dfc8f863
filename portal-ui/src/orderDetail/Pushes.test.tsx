import { buildPush, buildPushes } from '@scenedock/ui-kit/testing';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { answer, buttons, calls, open, press, server, URL_OF, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

const serve = (pushes = buildPushes()) =>
  server.use(
    http.get(`${URL_OF}/pushes`, () => HttpResponse.json(pushes)),
    http.post(`${URL_OF}/pushes`, async ({ request }) => {
      calls.push({ path: 'pushes', body: await request.json() });
      return HttpResponse.json({ ...pushes, items: [buildPush()] });
    }),
  );

it('is offered with an order that is open, and stands with it then', async () => {
  serve();
  open({ sstatus: 7 });
  await screen.findByRole('button', { name: '推送订单' });
  expect(await buttons()).toEqual(['推送订单']);
  press('推送订单');
  await answer('推送');
  await screen.findByText('已开始推送到“省中心”');
  expect(calls).toEqual([{ path: 'pushes', body: { targetId: 't1' } }]);
  await screen.findByRole('region', { name: '订单推送' });
});

it('leads its owner to where targets are made', async () => {
  serve(buildPushes({ targets: [] }));
  open({ sstatus: 6, loginUser: 'admin' });
  (await screen.findByRole('button', { name: '推送订单' })).click();
  const dialog = within(await screen.findByRole('dialog'));
  const link = dialog.getByRole('link', { name: '添加推送目标' });
  expect(link.getAttribute('href')).toBe('/subscriptions?tab=targets');
});

it('leads nobody else there', async () => {
  serve(buildPushes({ targets: [] }));
  open({ sstatus: 6 });
  (await screen.findByRole('button', { name: '推送订单' })).click();
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('申请人还没有推送目标');
  expect(dialog.queryByRole('link')).toBeNull();
});
