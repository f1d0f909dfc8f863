import type { Order } from '@scenedock/ui-kit';
import { buildAttachment, buildOrder, recording } from '@scenedock/ui-kit/testing';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
      <Bar order={buildOrder(changes)} />
    </Stage>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const names = () =>
  within(screen.getByRole('group', { name: '订单操作' }))
    .queryAllByRole('button')
    .map((button) => button.textContent);

const FOUR = [buildAttachment(6), buildAttachment(7), buildAttachment(2), buildAttachment(1)];

function reorderIs(reorder: boolean) {
  server.use(http.get('/api/settings', () => HttpResponse.json({ reorder })));
}

beforeEach(() => {
  left.mockClear();
  reorderIs(true);
});

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
    const dataPercent = { ...buildOrder().dataPercent, failed: 0 };
    show({ sstatus: 1, actions: ['reextract'], dataPercent });
    expect(names()).toEqual(['重提全部景']);
  });
});

describe('a package that failed for good', () => {
  it('is begun again after a question, and the order stays where it is', async () => {
    const called = vi.fn();
    server.use(
      http.post('/api/orders/7/retry', () => {
        called();
        return HttpResponse.json(buildOrder({ sstatus: 3 }));
      }),
    );
    show({ sstatus: 3, actions: ['retry_preparation', 'cancel_preparation'] });
    expect(names()).toEqual(['取消数据准备', '重新打包']);
    press('重新打包');
    screen.getByText('将重新打包并检查，订单状态不变，是否继续？');
    expect(called).not.toHaveBeenCalled();
    press('确定');
    await screen.findByText('操作成功！');
    expect(called).toHaveBeenCalledOnce();
  });
});

describe('approving', () => {
  it('asks, sends, says so and leaves', async () => {
    const called = vi.fn();
    server.use(
      http.post('/api/orders/7/approve', ({ request }) => {
        called(new URL(request.url).searchParams.get('submittedAt'));
        return HttpResponse.json(buildOrder({ sstatus: 1 }));
      }),
    );
    show({ actions: ['approve', 'reject'] });
    press('通过');
    screen.getByText('审核通过后，订单将进入数据准备状态，是否继续？');
    expect(called).not.toHaveBeenCalled();
    press('确定');
    await screen.findByText('审核成功！');
    expect(called.mock.calls).toEqual([[buildOrder().submittedAt]]);
    expect(left).toHaveBeenCalledOnce();
  });

  it('does nothing when cancelled', async () => {
    show({ actions: ['approve'] });
    press('通过');
    press('取消');
    await screen.findByText('已取消审核');
    expect(left).not.toHaveBeenCalled();
  });

  it("shows the server's words when somebody was faster, and stays", async () => {
    server.use(
      http.post('/api/orders/7/approve', () => problem(409, 'wrong_state', '订单已被审核！')),
    );
    show({ actions: ['approve'] });
    press('通过');
    press('确定');
    await screen.findByText('审核失败！ 订单已被审核！');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(left).not.toHaveBeenCalled();
  });
});

describe('a message', () => {
  afterEach(() => vi.useRealTimers());

  /** Shows the message of the press, then lets the three seconds of messages pass. */
  async function later(names: string[], message: RegExp) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    for (const name of names) {
      press(name);
    }
    await screen.findByText(message);
    await act(() => vi.advanceTimersByTimeAsync(4000));
  }

  it('of a failed audit stays until it is closed', async () => {
    server.use(http.post('/api/orders/7/approve', () => problem(500, 'internal', '出错了！')));
    show({ actions: ['approve'] });
    await later(['通过', '确定'], /^审核失败！/);
    screen.getByText('审核失败！ 出错了！');
  });

  it('of another kind goes by itself', async () => {
    show({ actions: ['approve'] });
    await later(['通过', '取消'], /^已取消审核/);
    await waitFor(() => expect(screen.queryByText('已取消审核')).toBeNull());
  });
});

describe('rejecting', () => {
  it('needs a reason', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.post, '/api/orders/7/reject', sent, buildOrder({ sstatus: 2 })));
    show({ actions: ['reject'] });
    press('驳回');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '   ' } });
    press('确定');
    await screen.findByText('请填写驳回原因！');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' 材料不全 ' } });
    press('确定');
    await screen.findByText('审核成功！');
    expect(sent).toEqual([{ cause: '材料不全', submittedAt: buildOrder().submittedAt }]);
    expect(left).toHaveBeenCalledOnce();
  });

  it('is about what was read when the question was opened', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.post, '/api/orders/7/reject', sent, buildOrder({ sstatus: 2 })));
    const at = (submittedAt: string) => (
      <Stage>
        <Bar order={buildOrder({ actions: ['reject'], submittedAt })} />
      </Stage>
    );
    const { rerender } = render(at('2026-11-21T07:04:05Z'));
    press('驳回');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '材料不全' } });
    rerender(at('2026-11-21T08:00:00Z'));
    press('确定');
    await screen.findByText('审核成功！');
    expect(sent).toEqual([{ cause: '材料不全', submittedAt: '2026-11-21T07:04:05Z' }]);
  });

  it('keeps the text when somebody was faster, with the reason beside it', async () => {
    server.use(
      http.post('/api/orders/7/reject', () => problem(409, 'wrong_state', '订单已被审核！')),
    );
    show({ actions: ['reject'] });
    press('驳回');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '材料不全' } });
    press('确定');
    await within(screen.getByRole('dialog')).findByText('订单已被审核！');
    screen.getByDisplayValue('材料不全');
    expect(left).not.toHaveBeenCalled();
  });

  it('keeps the cause of a cancellation as well', async () => {
    server.use(
      http.post('/api/orders/7/cancel', () => problem(409, 'wrong_state', '订单状态已变化！')),
    );
    show({ sstatus: 1, actions: ['cancel_preparation'] });
    press('取消数据准备');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '申请人来电' } });
    press('确定');
    await within(screen.getByRole('dialog')).findByText('订单状态已变化！');
    screen.getByDisplayValue('申请人来电');
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
    const sent: unknown[] = [];
    server.use(recording(http.post, '/api/orders/7/reextract', sent, buildOrder({ sstatus: 1 })));
    show({ sstatus: 1, actions: ['reextract'] });
    press('只重提失败景');
    fireEvent.change(screen.getByLabelText('优先级（0-100）'), { target: { value: '101' } });
    press('确定');
    screen.getByText('请输入 0 到 100 之间的整数');
    fireEvent.change(screen.getByLabelText('优先级（0-100）'), { target: { value: '80' } });
    press('确定');
    await screen.findByText('重提数据成功！');
    expect(sent).toEqual([{ scope: 'failed', priority: 80 }]);
  });
});

describe('extracting everything again', () => {
  it('is not offered while the global switch is off, and says why', async () => {
    reorderIs(false);
    show({ sstatus: 1, actions: ['reextract'] });
    await screen.findByText('未开启重提数据！');
    const button = screen.getByRole('button', { name: '重提全部景' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    press('只重提失败景');
    screen.getByRole('dialog', { name: '只重提失败景' });
  });

  it('warns with the words of the specification when it fails', async () => {
    server.use(
      http.post('/api/orders/7/reextract', () => problem(409, 'reorder_off', '未开启重提数据！')),
    );
    show({ sstatus: 1, actions: ['reextract'] });
    press('重提全部景');
    press('确定');
    const said = await screen.findByText('数据失败！ 未开启重提数据！');
    expect(said.closest('.RaNotification-warning')).not.toBeNull();
  });
});

describe('the priority', () => {
  it('is set', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.post, '/api/orders/7/priority', sent, buildOrder({ sorder: 90 })));
    show({ actions: ['set_priority'] });
    press('调整优先级');
    fireEvent.change(screen.getByLabelText('优先级（0-100）'), { target: { value: '90' } });
    press('确定');
    await screen.findByText('操作成功！');
    expect(sent).toEqual([{ sorder: 90 }]);
  });
});

describe('marking overdue', () => {
  it('asks, and says so when nothing was changed', async () => {
    show({ sstatus: 6, actions: ['mark_overdue'] });
    press('标记逾期');
    screen.getByText('修改订单状态, 是否继续?');
    press('取消');
    await screen.findByText('已取消修改');
  });

  it("says that it failed, with the server's words", async () => {
    server.use(http.post('/api/orders/7/overdue', () => problem(409, 'wrong_state', '请刷新！')));
    show({ sstatus: 6, actions: ['mark_overdue'] });
    press('标记逾期');
    press('确定');
    await screen.findByText('修改状态失败！ 请刷新！');
  });
});

describe('an offline copy', () => {
  it('offers its place and the sheet to sign instead of a download', async () => {
    show({ sstatus: 6, getMethod: 2, expiresAt: '2026-12-21T07:04:05Z' });
    await screen.findByRole('button', { name: '离线拷贝联系方式' });
    const sheet = screen.getByRole('link', { name: '打印领取单' });
    expect(sheet.getAttribute('href')).toBe('/orderManage_details/7/pickup');
    expect(screen.queryByRole('button', { name: '下载信息' })).toBeNull();
  });
});

describe('completing', () => {
  it('needs the four papers', async () => {
    show({ sstatus: 6, actions: ['complete'], attachments: FOUR.slice(0, 3) });
    press('完成');
    await screen.findByText('请上传必传项！缺少：身份证');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('saves changed papers before it completes', async () => {
    const calls: unknown[] = [];
    server.use(
      http.put('/api/orders/7', async ({ request }) => {
        const body = (await request.json()) as { attachments: unknown; action: string };
        calls.push(['PUT', body.action, body.attachments]);
        return HttpResponse.json(buildOrder({ sstatus: 6 }));
      }),
      http.post('/api/orders/7/complete', () => {
        calls.push('complete');
        return HttpResponse.json(buildOrder({ sstatus: 7 }));
      }),
    );
    show({ sstatus: 6, actions: ['complete'], attachments: [...FOUR, buildAttachment(4)] });
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
