import type { Order } from '@scenedock/ui-kit';
import { buildOrder, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { problem, server, useServer } from '../../test/server';
import { EmergencyNotice } from '../detail/EmergencyNotice';
import { usePaperDraft } from '../papers';
import { ActionBar } from './ActionBar';

useServer();

const EMERGENCY = { cause: '山洪', by: '李', at: '2026-11-21T07:04:05Z' };
const sent: unknown[] = [];

function Bar({ order }: { order: Order }) {
  const papers = usePaperDraft([]);
  return (
    <>
      <EmergencyNotice order={order} />
      <ActionBar order={order} papers={papers} onLeave={() => undefined} />
    </>
  );
}

function show(emergency: Order['emergency']) {
  const order = buildOrder({ sstatus: 1, actions: ['set_emergency'], emergency });
  server.use(recording(http.post, '/api/orders/7/emergency', sent, order));
  render(
    <Stage>
      <Bar order={order} />
    </Stage>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  sent.length = 0;
});

describe('an emergency', () => {
  it('is made with its reason', async () => {
    show(null);
    expect(screen.queryByText('应急订单')).toBeNull();
    press('应急处理');
    press('确定');
    await screen.findByText('请填写应急原因！');
    expect(sent).toEqual([]);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' 山洪 ' } });
    press('确定');
    await screen.findByText('操作成功！');
    expect(sent).toEqual([{ emergency: true, cause: '山洪' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says who made it one, and why, and is ended after a question', async () => {
    show(EMERGENCY);
    expect(screen.getByRole('alert').textContent).toMatch(/^应急订单李 · 2026-11-21 15:04.*山洪$/);
    press('取消应急');
    screen.getByText('该订单的任务将不再先于其他任务执行，是否继续？');
    press('确定');
    await screen.findByText('操作成功！');
    expect(sent).toEqual([{ emergency: false, cause: '' }]);
  });

  it('keeps the reason that was written when the server refuses', async () => {
    show(null);
    server.use(
      http.post('/api/orders/7/emergency', () => problem(409, 'wrong_state', '订单状态已变化！')),
    );
    press('应急处理');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '山洪' } });
    press('确定');
    await within(screen.getByRole('dialog')).findByText('订单状态已变化！');
    screen.getByDisplayValue('山洪');
  });
});
