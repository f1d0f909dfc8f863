import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { SubscriptionDeskPage } from './SubscriptionDeskPage';
import { TARGET } from './testTarget';

useServer();

/** The targets as an administrator finds them, of which the only one changes as the server says. */
function show() {
  const desk = { now: { ...TARGET } };
  server.use(
    http.get('/api/subscription-desk', () =>
      HttpResponse.json({ items: [], total: 0, states: [] }),
    ),
    http.get('/api/subscription-desk/targets', () =>
      HttpResponse.json({ items: [desk.now], total: 1 }),
    ),
  );
  render(
    <Stage at="/subscribeAudit?tab=targets">
      <SubscriptionDeskPage />
    </Stage>,
  );
  return desk;
}

it('stops a target with a reason, says so, and lets it go on', async () => {
  const reasons: unknown[] = [];
  const desk = show();
  server.use(
    http.post('/api/push-targets/t1/stop', async ({ request }) => {
      reasons.push(await request.json());
      desk.now = { ...TARGET, hold: 'stopped', stopReason: '对方正在搬迁' };
      return HttpResponse.json(desk.now);
    }),
    http.post('/api/push-targets/t1/resume', () => {
      desk.now = { ...TARGET, hold: null };
      return HttpResponse.json(desk.now);
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: '停止推送' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: '确定' }));
  dialog.getByText('请填写原因');
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '对方正在搬迁' } });
  fireEvent.click(dialog.getByRole('button', { name: '确定' }));
  await screen.findByText('管理员已停止推送: 对方正在搬迁');
  expect(reasons).toEqual([{ reason: '对方正在搬迁' }]);
  fireEvent.click(screen.getByRole('button', { name: '恢复推送' }));
  await screen.findByRole('button', { name: '停止推送' });
  expect(screen.queryByText(/管理员已停止推送/)).toBeNull();
});

it('tries a target out, and says what came of it', async () => {
  const desk = show();
  let works = false;
  server.use(
    http.post('/api/push-targets/t1/trial', () => {
      if (!works) return problem(409, 'target_unreachable', '推送目标不可用：没有回答');
      desk.now = { ...TARGET, restsUntil: null, failure: null, failureMessage: null };
      return HttpResponse.json(desk.now);
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: '测试' }));
  await screen.findByText(/“省中心”测试未通过。 推送目标不可用：没有回答/);
  works = true;
  fireEvent.click(screen.getByRole('button', { name: '测试' }));
  await screen.findByText('“省中心”可以写入，已恢复推送');
  await waitFor(() => screen.getByText('正常'));
});
