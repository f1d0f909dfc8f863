import type { Order } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { attachment, order } from '../../test/fixtures';
import { Stage } from '../../test/Stage';
import { problem, server, useServer } from '../../test/server';
import { usePaperDraft } from '../papers';
import { ActionBar } from './ActionBar';

useServer();

const left = vi.fn();

function Bar({ order: shown }: { order: Order }) {
  const papers = usePaperDraft(shown.attachments ?? []);
  return (
    <>
      <ActionBar order={shown} papers={papers} onLeave={left} />
      <button type="button" onClick={() => papers.remove(4)}>
        动附件
      </button>
    </>
  );
}

function show(changes: Partial<Order>) {
  render(
    <Stage>
      <Bar order={order(changes)} />
    </Stage>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const names = () =>
  within(screen.getByRole('group', { name: '订单操作' }))
    .queryAllByRole('button')
    .map((button) => button.textContent);

const FOUR = [attachment(6), attachment(7), attachment(2), attachment(1)];

beforeEach(() => left.mockClear());

describe('buttons', () => {
  it('are none where the server allows nothing, whatever the state', () => {
    show({ sstatus: 0, actions: [] });
    expect(names()).toEqual([]);
  });

  it('are those that the server allows', () => {
    show({ sstatus: 1, actions: ['reextract', 'continue_without_failed', 'cancel_preparation'] });
    expect(names()).toEqual(['取消数据准备', '重提全部景', '只重提失败景', '跳过失败景继续']);
  });

  it('offer the failed scenes only when there are some', () => {
    const dataPercent = { ...order().dataPercent, failed: 0 };
    show({ sstatus: 1, actions: ['reextract'], dataPercent });
    expect(names()).toEqual(['重提全部景']);
  });
});

describe('approving', () => {
  it('asks, sends, says so and leaves', async () => {
    const called = vi.fn();
    server.use(
      http.post('/api/orders/7/approve', () => {
        called();
        return HttpResponse.json(order({ sstatus: 1 }));
      }),
    );
    show({ actions: ['approve', 'reject'] });
    press('审核通过');
    screen.getByText('审核通过后，订单将进入数据准备状态，是否继续？');
    expect(called).not.toHaveBeenCalled();
    press('确定');
    await screen.findByText('审核成功！');
    expect(called).toHaveBeenCalledOnce();
    expect(left).toHaveBeenCalledOnce();
  });

  it('does nothing when cancelled', async () => {
    show({ actions: ['approve'] });
    press('审核通过');
    press('取消');
    await screen.findByText('已取消审核');
    expect(left).not.toHaveBeenCalled();
  });

  it("shows the server's words when somebody was faster, and stays", async () => {
    server.use(
      http.post('/api/orders/7/approve', () => problem(409, 'wrong_state', '订单已被审核！')),
    );
    show({ actions: ['approve'] });
    press('审核通过');
    press('确定');
    await screen.findByText('审核失败！ 订单已被审核！');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(left).not.toHaveBeenCalled();
  });
});

describe('rejecting', () => {
  it('needs a reason', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/orders/7/reject', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(order({ sstatus: 2 }));
      }),
    );
    show({ actions: ['reject'] });
    press('驳回');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '   ' } });
    press('确定');
    await screen.findByText('驳回原因不能为空！');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' 材料不全 ' } });
    press('确定');
    await screen.findByText('审核成功！');
    expect(sent).toEqual({ cause: '材料不全' });
    expect(left).toHaveBeenCalledOnce();
  });

  it('keeps the text when the network fails', async () => {
    server.use(http.post('/api/orders/7/reject', () => HttpResponse.error()));
    show({ actions: ['reject'] });
    press('驳回');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '材料不全' } });
    press('确定');
    await screen.findByText(/^审核失败！/);
    screen.getByDisplayValue('材料不全');
  });
});

describe('re-extracting', () => {
  it('sends scope and priority', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/orders/7/reextract', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(order({ sstatus: 1 }));
      }),
    );
    show({ sstatus: 1, actions: ['reextract'] });
    press('只重提失败景');
    fireEvent.change(screen.getByLabelText('优先级（0-100）'), { target: { value: '101' } });
    press('确定');
    screen.getByText('请输入 0 到 100 之间的整数');
    fireEvent.change(screen.getByLabelText('优先级（0-100）'), { target: { value: '80' } });
    press('确定');
    await screen.findByText('重提数据成功！');
    expect(sent).toEqual({ scope: 'failed', priority: 80 });
  });
});

describe('completing', () => {
  it('needs the four papers', async () => {
    show({ sstatus: 6, actions: ['complete'], attachments: FOUR.slice(0, 3) });
    press('完成');
    await screen.findByText('请上传必传项！');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('saves changed papers before it completes', async () => {
    const calls: unknown[] = [];
    server.use(
      http.put('/api/orders/7', async ({ request }) => {
        const body = (await request.json()) as { attachments: unknown; action: string };
        calls.push(['PUT', body.action, body.attachments]);
        return HttpResponse.json(order({ sstatus: 6 }));
      }),
      http.post('/api/orders/7/complete', () => {
        calls.push('complete');
        return HttpResponse.json(order({ sstatus: 7 }));
      }),
    );
    show({ sstatus: 6, actions: ['complete'], attachments: [...FOUR, attachment(4)] });
    press('动附件');
    press('完成');
    screen.getByText('修改订单状态, 是否继续?');
    press('确定');
    await screen.findByText('修改状态成功！');
    expect(calls).toEqual([
      [
        'PUT',
        'save',
        [
          { type: 6, attachmentId: 'a6' },
          { type: 7, attachmentId: 'a7' },
          { type: 2, attachmentId: 'a2' },
          { type: 1, attachmentId: 'a1' },
        ],
      ],
      'complete',
    ]);
  });
});

describe('deleting', () => {
  it('asks in the words of the specification and leaves', async () => {
    let sent: unknown;
    server.use(
      http.delete('/api/orders', async ({ request }) => {
        sent = await request.json();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    show({ sstatus: 5, actions: ['delete'] });
    press('删除');
    screen.getByText('此操作将永久删除该数据, 是否继续?');
    press('确定');
    await screen.findByText('删除成功！');
    expect(sent).toEqual({ ids: ['7'] });
    expect(left).toHaveBeenCalledOnce();
  });
});
