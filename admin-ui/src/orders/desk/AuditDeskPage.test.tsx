import type { AuditDesk, QueuedOrder } from '@scenedock/ui-kit';
import {
  buildAttachment,
  buildConfig,
  buildOrder,
  buildQueuedOrder,
} from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Stage } from '../../test/Stage';
import { problem, server, useServer } from '../../test/server';
import { AuditDeskPage } from './AuditDeskPage';

useServer();

const NOW = '2026-11-21T02:00:00Z';
const DUE = '2026-11-21T02:00:08Z';
/** Since when the orders of the queue wait. */
const SINCE = '2026-11-21T01:04:05Z';

let desk: AuditDesk;
/** What was sent, in order. */
let sent: [method: string, id: string, body?: unknown][];

const item = (id: string): QueuedOrder => desk.items.find((one) => one.id === id) as QueuedOrder;

const phrase = (name: string) => ({ kind: 'reject_phrase', name, nameEn: '', on: true });

/** A server that holds decisions as the real one does. */
function serve() {
  server.use(
    http.get('/api/audit-desk', () => HttpResponse.json(desk)),
    http.get('/api/audit-desk/phrases', () =>
      HttpResponse.json({ items: ['附件不清晰', '缺少签字'].map(phrase), total: 2 }),
    ),
    http.get('/api/config', () => HttpResponse.json(buildConfig())),
    http.get('/api/orders/:id', ({ params }) =>
      HttpResponse.json(
        buildOrder({
          id: String(params.id),
          ordername: `WP${params.id}`,
          catalogueOnly: params.id === 'c' ? 1 : 0,
          attachments: [buildAttachment(6), buildAttachment(7)],
        }),
      ),
    ),
    http.get('/api/orders/:id/footprint', () =>
      HttpResponse.json({ wkt: 'GEOMETRYCOLLECTION EMPTY' }),
    ),
    http.get('/api/orders/:id/checks', () =>
      HttpResponse.json({
        checks: [
          {
            kind: 'unit',
            verdict: 'look',
            text: '申请单位不在单位名录中：地质一队，请核实',
            message: { code: 'check.unit_unknown', params: { unit: '地质一队' } },
          },
          {
            kind: 'repeated',
            verdict: 'ok',
            text: '此前已订购过其中的数据',
            message: { code: 'unknown', params: {} },
          },
        ],
        earlier: [
          { id: 'e', ordername: 'WPe', sstatus: 7, applyuser: '王工', own: true, scenes: 3 },
        ],
      }),
    ),
    http.post('/api/orders/:id/decision', async ({ params, request }) => {
      const body = (await request.json()) as { decision: 'approve' | 'reject'; cause?: string };
      const id = String(params.id);
      sent.push(['POST', id, body]);
      if (id === 'b' && body.decision === 'approve') {
        return problem(409, 'decision_pending', '该订单已有审核决定');
      }
      const { decision, cause = '' } = body;
      item(id).decision = { decision, cause, byName: '管理员', mine: true, dueAt: DUE };
      return HttpResponse.json({ dueAt: DUE, undoMs: 8000 }, { status: 202 });
    }),
    http.delete('/api/orders/:id/decision', ({ params }) => {
      sent.push(['DELETE', String(params.id)]);
      item(String(params.id)).decision = null;
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('/api/audit-desk/dropped/:id', ({ params }) => {
      sent.push(['DELETE', String(params.id)]);
      desk.dropped = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
}

beforeEach(() => {
  const items = ['a', 'b', 'c'].map((id) => buildQueuedOrder(id));
  desk = { items, total: 3, now: NOW, dropped: [] };
  sent = [];
  serve();
});

const key = (name: string, on: Element = document.body) => fireEvent.keyDown(on, { key: name });

/** The order whose papers and facts are there. */
async function isOpen(id: string) {
  await waitFor(() => {
    const queue = screen.getByRole('list', { name: '待审核队列' });
    const current = within(queue)
      .getAllByRole('button')
      .filter((row) => row.getAttribute('aria-current') === 'true');
    expect(current.map((row) => row.textContent)).toEqual([expect.stringContaining(`WP${id}`)]);
  });
  const whole = await screen.findByRole('link', { name: '打开订单详情' });
  await waitFor(() => expect(whole.getAttribute('href')).toContain(`/orderManage_details/${id}`));
}

/** Ticks these orders, which follow one another in the queue. */
async function tickAll(ids: string) {
  for (const [at, id] of [...ids].entries()) {
    if (at > 0) key('j');
    await isOpen(id);
    key('x');
  }
}

async function show(at = '/audit') {
  render(
    <Stage at={at}>
      <AuditDeskPage />
    </Stage>,
  );
  await screen.findByRole('link', { name: '打开订单详情' });
}

describe('by keyboard', () => {
  it('J and K walk through the queue, and the address follows', async () => {
    await show();
    await isOpen('a');
    key('j');
    await isOpen('b');
    key('J');
    key('j');
    await isOpen('c');
    key('k');
    await isOpen('b');
    expect(screen.getByTestId('address').textContent).toBe('/audit?order=b');
  });

  it('A approves, the next order opens, and U takes it back', async () => {
    await show();
    key('a');
    await isOpen('b');
    await screen.findByText('已通过 WPa');
    expect(sent).toEqual([
      ['POST', 'a', { decision: 'approve', catalogueOnly: 'ask', submittedAt: SINCE }],
    ]);
    key('u');
    await isOpen('a');
    expect(sent.at(-1)).toEqual(['DELETE', 'a']);
    await waitFor(() => expect(screen.queryByText('已通过 WPa')).toBeNull());
    key('u');
    expect(sent).toHaveLength(2);
  });

  it('R rejects with a phrase: three keys', async () => {
    await show();
    key('r');
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('button', { name: /缺少签字/ });
    key('2', dialog);
    const cause = within(dialog).getByRole('textbox');
    await waitFor(() => expect((cause as HTMLTextAreaElement).value).toBe('缺少签字'));
    const confirm = within(dialog).getByRole('button', { name: '驳回' });
    expect(document.activeElement).toBe(confirm);
    fireEvent.click(confirm);
    await isOpen('b');
    expect(sent).toEqual([
      ['POST', 'a', { decision: 'reject', cause: '缺少签字', submittedAt: SINCE }],
    ]);
  });

  it('keys that are written in a field are letters', async () => {
    await show();
    key('r');
    const dialog = await screen.findByRole('dialog');
    const cause = within(dialog).getByRole('textbox');
    for (const letter of ['a', 'u', '1', 'j']) key(letter, cause);
    fireEvent.click(within(dialog).getByRole('button', { name: '驳回' }));
    await within(dialog).findByText('请输入驳回原因！');
    expect(sent).toEqual([]);
  });

  it('the numbers turn the papers', async () => {
    await show();
    const first = screen.getByRole('tab', { name: '1 任务来源说明' });
    expect(first.getAttribute('aria-selected')).toBe('true');
    key('2');
    const second = screen.getByRole('tab', { name: '2 分发登记表（签字）' });
    await waitFor(() => expect(second.getAttribute('aria-selected')).toBe('true'));
    expect(screen.getByTitle('附件7.pdf').tagName).toBe('IFRAME');
    key('4');
    await screen.findByText('未上传');
  });

  it('X ticks several, which are decided about together and taken back together', async () => {
    await show();
    await tickAll('abc');
    await screen.findByText('已选 3 单');
    key('a');
    // The second is refused by the server; the third has scenes that need a choice of their own.
    await screen.findByText('WPb：该订单已有审核决定');
    screen.getByText('WPc：含仅有目录的数据，请单独审核');
    await screen.findByText('已通过 WPa');
    expect(sent.map(([, id]) => id).sort()).toEqual(['a', 'b']);
  });

  it('U takes back what of several is decided so far, and no more is decided', async () => {
    desk.items = [...'pqrstv'].map((id) => buildQueuedOrder(id));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post('/api/orders/:id/decision', async ({ params }) => {
        const id = String(params.id);
        if (id !== 'p') await released;
        sent.push(['POST', id]);
        const decision = 'approve';
        item(id).decision = { decision, cause: '', byName: '管理员', mine: true, dueAt: DUE };
        return HttpResponse.json({ dueAt: DUE, undoMs: 8000 }, { status: 202 });
      }),
    );
    await show();
    await tickAll('pqrstv');
    await screen.findByText('已选 6 单');
    key('a');
    await screen.findByText('已通过 WPp');
    expect(sent).toEqual([['POST', 'p']]);
    key('u');
    release();
    const sentBy = (method: string) => sent.filter(([how]) => how === method).map(([, id]) => id);
    await waitFor(() => expect(sentBy('DELETE').sort()).toEqual([...'pqrst']));
    expect(sentBy('POST').sort()).toEqual([...'pqrst']);
    await isOpen('p');
  });

  it('? shows the keys', async () => {
    await show();
    key('?');
    await screen.findByRole('dialog', { name: '审核台快捷键' });
  });
});

it('keeps the cause that was written where the server does not take it', async () => {
  server.use(
    http.post('/api/orders/a/decision', () =>
      problem(409, 'decision_pending', '该订单已有审核决定'),
    ),
  );
  await show();
  key('r');
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '印章不清' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '驳回' }));
  await within(dialog).findByText('WPa：该订单已有审核决定');
  within(dialog).getByDisplayValue('印章不清');
});

describe('an order that its applicant hands in anew', () => {
  const LATER = '2026-11-21T01:30:00.123456Z';
  let isNew: boolean;

  /** The order `a` says what it is for; decisions about how it was before are refused. */
  function serveChanged() {
    isNew = false;
    server.use(
      http.get('/api/audit-desk', () => {
        const items = desk.items.map((one) =>
          isNew && one.id === 'a' ? { ...one, since: LATER } : one,
        );
        return HttpResponse.json({ ...desk, items });
      }),
      http.get('/api/orders/a', () =>
        HttpResponse.json(
          buildOrder({ id: 'a', description: isNew ? '全部数据' : '一景', attachments: [] }),
        ),
      ),
      http.post('/api/orders/:id/decision', async ({ params, request }) => {
        const body = (await request.json()) as { submittedAt: string };
        sent.push(['POST', String(params.id), body.submittedAt]);
        return params.id === 'a' && isNew && body.submittedAt !== LATER
          ? problem(409, 'changed_meanwhile', '申请人已撤回并重新提交该订单')
          : HttpResponse.json({ dueAt: DUE, undoMs: 8000 }, { status: 202 });
      }),
    );
  }

  it('is not decided about unread, and is read anew', async () => {
    serveChanged();
    await show();
    await screen.findByText('一景');
    isNew = true;
    key('a');
    await screen.findByText('WPa：申请人已撤回并重新提交该订单');
    await screen.findByText('全部数据');
    expect(screen.queryByText('一景')).toBeNull();
    key('a');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      ['POST', 'a', SINCE],
      ['POST', 'a', LATER],
    ]);
  });

  it('is refused as it was when the question was opened, and asked about anew with the same cause', async () => {
    serveChanged();
    await show();
    await screen.findByText('一景');
    key('r');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '印章不清' } });
    isNew = true;
    const confirm = within(dialog).getByRole('button', { name: '驳回' });
    fireEvent.click(confirm);
    await within(dialog).findByText('WPa：申请人已撤回并重新提交该订单');
    await screen.findByText('全部数据');
    expect(confirm).toHaveProperty('disabled', true);
    fireEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    key('r');
    const again = within(await screen.findByRole('dialog'));
    again.getByDisplayValue('印章不清');
    fireEvent.click(again.getByRole('button', { name: '驳回' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(([, , read]) => read)).toEqual([SINCE, LATER]);
  });

  it('is no longer ticked, and of several each is decided about as it was ticked', async () => {
    serveChanged();
    await show();
    await tickAll('ab');
    await screen.findByText('已选 2 单');
    isNew = true;
    key('a');
    await screen.findByText('WPa：申请人已撤回并重新提交该订单');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.toSorted()).toEqual([
      ['POST', 'a', SINCE],
      ['POST', 'b', SINCE],
    ]);
    await waitFor(() => expect(screen.queryByText(/^已选/)).toBeNull());
  });
});

it('asks what becomes of scenes without a file', async () => {
  await show('/audit?order=c');
  key('a');
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: '确定' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    'POST',
    'c',
    { decision: 'approve', catalogueOnly: 'leave_out', submittedAt: SINCE },
  ]);
});

it('everything can be done by mouse', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: '下一单' }));
  await isOpen('b');
  fireEvent.click(screen.getByRole('button', { name: /^项目 a/ }));
  await isOpen('a');
  fireEvent.click(screen.getByRole('button', { name: '通过' }));
  await isOpen('b');
  fireEvent.click(await screen.findByRole('button', { name: '撤销' }));
  await isOpen('a');
});

it('says what the checks found, and leads to the earlier orders', async () => {
  await show();
  const checks = screen.getByRole('region', { name: '自动核对' });
  await within(checks).findByText(/申请单位不在单位名录中/);
  within(checks).getByTitle('请核实');
  const repeated = within(checks)
    .getByText(/^重复订购/)
    .closest('li');
  if (repeated === null) throw new Error('no check of repeated orders');
  const earlier = within(repeated).getByRole('link', { name: /^WPe，相同\s3\s景$/ });
  expect(earlier.getAttribute('href')).toContain('/orderManage_details/e');
});

it('leaves alone what somebody else has decided, and an order of one’s own', async () => {
  const decision = {
    decision: 'reject',
    cause: '',
    byName: '李四',
    mine: false,
    dueAt: DUE,
  } as const;
  desk.items = [buildQueuedOrder('a', { decision }), buildQueuedOrder('b', { own: true })];
  await show('/audit?order=a');
  for (const [id, why] of [
    ['a', '李四将驳回'],
    ['b', '本人的订单，由其他审核人审核'],
  ] as const) {
    await isOpen(id);
    expect(screen.getAllByText(why).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '通过' }).disabled).toBe(true);
    key('a');
    key('r');
    key('j');
  }
  expect(sent).toEqual([]);
});

it('tells of decisions that were not carried out until they are put away', async () => {
  desk.dropped = [
    {
      id: 9,
      orderId: 'z',
      ordername: 'WPz',
      decision: 'approve',
      text: '申请人已撤回订单，审核决定未执行',
      message: { code: 'dropped.withdrawn' },
      at: NOW,
    },
  ];
  await show();
  screen.getByText('WPz（通过）：申请人已撤回订单，审核决定未执行');
  fireEvent.click(screen.getByRole('button', { name: '知道了' }));
  await waitFor(() => expect(screen.queryByText(/WPz/)).toBeNull());
  expect(sent).toEqual([['DELETE', '9']]);
});

it('saves its queue, and says in the name of the file when that is only its beginning', async () => {
  const made: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file) => {
    made.push(file as Blob);
    return 'blob:made';
  };
  URL.revokeObjectURL = () => undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  desk.items = [buildQueuedOrder('a', { returned: true }), buildQueuedOrder('b')];
  desk.total = 900;
  await show();
  fireEvent.click(screen.getByRole('button', { name: /^导出 CSV/ }));
  await waitFor(() => expect(made.length).toBe(1));
  const lines = (await made[0]?.text())?.trim().split(/\r?\n/) ?? [];
  expect(lines.length).toBe(3);
  expect(lines[1]).toMatch(/^WPa,项目 a,地质一队,王工,4,1073741824,.*,10,驳回后重新提交$/);
  expect(names).toEqual([expect.stringMatching(/^待审核队列.*2.*\.csv$/)]);
  click.mockRestore();
});

it('is calm when nothing waits', async () => {
  desk = { items: [], total: 0, now: NOW, dropped: [] };
  render(
    <Stage at="/audit">
      <AuditDeskPage />
    </Stage>,
  );
  await screen.findByText('没有等待审核的订单');
});
