import type { Attachment, Subscription } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { SubscriptionDeskPage } from './SubscriptionDeskPage';
import { WAITING } from './testSubscription';

useServer();

const WARNING = '打开期间订阅已被修改，请重新查看内容和附件';

const paper = (type: Attachment['type'], name: string): Attachment => ({
  attachmentId: `paper-${name}`,
  type,
  fileName: name,
  fDataName: name,
  fDataPath: `/api/attachments/paper-${name}`,
  size: 2048,
  mediaType: 'application/pdf',
  creattime: '2026-11-21T07:04:05Z',
});

const TASK = paper(6, '任务书.pdf');
const FIRST: Subscription = { ...WAITING, attachments: [TASK, paper(4, '附图.pdf')] };
const SECOND: Subscription = {
  ...FIRST,
  purpose: '全部数据',
  attachments: [TASK, paper(4, '新附图.pdf')],
  version: 'second',
};
const THIRD: Subscription = { ...SECOND, purpose: '全省数据', version: 'third' };
const OTHER: Subscription = { ...FIRST, id: 's2', name: '林区监测', version: 'other' };

let current = FIRST;
let decisions: unknown[] = [];

beforeEach(() => {
  current = FIRST;
  decisions = [];
  server.use(
    http.get('/api/subscription-desk', () =>
      HttpResponse.json({ items: [current, OTHER], total: 2, states: [] }),
    ),
    http.get('/api/subscriptions/:id', ({ params }) =>
      HttpResponse.json(params.id === 's2' ? OTHER : current),
    ),
    http.get('/api/subscriptions/:id/scenes', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('/api/subscriptions/:id/backfills', () => HttpResponse.json([])),
    http.post('/api/subscriptions/s1/decision', async ({ request }) => {
      decisions.push(await request.json());
      current = { ...current, state: 'running', standing: 'running', version: 'approved' };
      return HttpResponse.json(current);
    }),
  );
});

async function openDrawer() {
  render(
    <Stage at="/subscribeAudit?one=s1">
      <SubscriptionDeskPage />
    </Stage>,
  );
  const drawer = within(await screen.findByRole('dialog', { name: '汛期监测' }));
  await drawer.findByRole('button', { name: '通过' });
  return drawer;
}

/** What its owner makes of the subscription, and that the open drawer hears of it. */
function change(next: Subscription) {
  current = next;
  fireEvent(window, new Event('visibilitychange'));
}

it('lets nobody decide about papers that were replaced while others were read', async () => {
  const drawer = await openDrawer();
  fireEvent.click(drawer.getByRole('tab', { name: '5 其他附件' }));
  await drawer.findByTitle('附图.pdf');
  change(SECOND);
  await drawer.findByText(WARNING);
  await drawer.findByTitle('新附图.pdf');
  expect(drawer.queryByRole('button', { name: '通过' })).toBeNull();
  expect(drawer.queryByRole('button', { name: '不通过' })).toBeNull();
  fireEvent.click(drawer.getByRole('button', { name: '已重新查看' }));
  expect(drawer.queryByText(WARNING)).toBeNull();
  await drawer.findByTitle('任务书.pdf');
  fireEvent.click(drawer.getByRole('button', { name: '通过' }));
  await waitFor(() => expect(decisions).toEqual([{ decision: 'approve', version: 'second' }]));
});

it('wants a change read that comes while another one is read', async () => {
  const drawer = await openDrawer();
  change(SECOND);
  await drawer.findByText('全部数据');
  change(THIRD);
  await drawer.findByText('全省数据');
  fireEvent.click(drawer.getByRole('button', { name: '已重新查看' }));
  drawer.getByText(WARNING);
  fireEvent.click(drawer.getByRole('button', { name: '已重新查看' }));
  fireEvent.click(drawer.getByRole('button', { name: '通过' }));
  await waitFor(() => expect(decisions).toEqual([{ decision: 'approve', version: 'third' }]));
});

it('warns of nothing when it is the decision that changed the version', async () => {
  const drawer = await openDrawer();
  fireEvent.click(drawer.getByRole('button', { name: '通过' }));
  await drawer.findByRole('button', { name: '中止' });
  expect(drawer.queryByText(WARNING)).toBeNull();
  change({ ...current, purpose: '全部数据', state: 'pending', standing: 'pending' });
  await drawer.findByText(WARNING);
});

it('does not take another subscription for a changed one', async () => {
  await openDrawer();
  // Behind the drawer: an address that is gone back to changes the open one as this does.
  fireEvent.click(screen.getByRole('button', { name: '查看“林区监测”', hidden: true }));
  const drawer = within(await screen.findByRole('dialog', { name: '林区监测' }));
  await drawer.findByRole('button', { name: '通过' });
  expect(drawer.queryByText(WARNING)).toBeNull();
});
