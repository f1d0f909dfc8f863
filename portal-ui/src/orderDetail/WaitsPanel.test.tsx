import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { open, server, URL_OF, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

const WAIT = {
  ...{ reason: 'paused', bucket: 'held', text: '管理员已暂停处理', tasks: 3, until: null },
  ...{ message: { code: 'wait.paused' }, rule: '暂停的任务在恢复之前不分派' },
  ...{ ruleMessage: { code: 'wait_rule.paused' }, since: '2026-11-21T02:00:00Z', remedies: [] },
};
const TURN = {
  ...WAIT,
  ...{ reason: 'turn', bucket: 'turn', text: '正在排队，前面还有12个任务', tasks: 1 },
  ...{ message: { code: 'wait.turn', params: { ahead: 12 } }, since: null },
};

it('says every reason for which the order waits', async () => {
  const items = [WAIT, TURN];
  server.use(http.get(`${URL_OF}/waits`, () => HttpResponse.json({ items, total: 2 })));
  open({ sstatus: 1 });
  const panel = within(await screen.findByRole('region', { name: '等待原因' }));
  const reasons = panel.getAllByRole('listitem').map((one) => one.textContent);
  expect(reasons).toEqual([
    '管理员已暂停处理暂停的任务在恢复之前不分派自 2026-11-21 10:00 · 涉及 3 个任务',
    '正在排队，前面还有12个任务暂停的任务在恢复之前不分派',
  ]);
  expect(panel.queryByRole('button')).toBeNull();
});

it('is not there where nothing is waited for, and not asked for where nothing can be', async () => {
  open({ sstatus: 1 });
  await screen.findByRole('region', { name: '基本信息' });
  expect(screen.queryByRole('region', { name: '等待原因' })).toBeNull();
});

it('does not ask about an order that is over', async () => {
  const items = [WAIT];
  server.use(http.get(`${URL_OF}/waits`, () => HttpResponse.json({ items, total: 1 })));
  open({ sstatus: 7 });
  await screen.findByRole('region', { name: '基本信息' });
  expect(screen.queryByRole('region', { name: '等待原因' })).toBeNull();
});
