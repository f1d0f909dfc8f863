import type { Order, OrderAction, OrderStatus } from '@scenedock/ui-kit';
import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import {
  answer,
  buttons,
  calls,
  ORDER,
  ORIGIN,
  open,
  press,
  server,
  show,
  URL_OF,
  useStage,
} from '../orderDetail/testStage';
import { FeedbackDialog } from './FeedbackDialog';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

type Row = [
  action: OrderAction,
  from: OrderStatus,
  button: string,
  path: string,
  asked: string | null,
  done: string,
  failed: string,
];

/** The error catalogue and the confirmations of the specification, as far as they are about one button. */
const TABLE: Row[] = [
  ['withdraw', 0, '撤回', 'withdraw', null, '撤回成功！', '撤回失败！'],
  ['submit', -1, '提交', 'submit', null, '提交成功！', '提交失败！'],
  [
    'approve',
    0,
    '通过',
    'approve',
    '审核通过后，订单将进入数据准备状态，是否继续？',
    '审核成功！',
    '审核失败！',
  ],
  [
    'complete',
    6,
    '完成',
    'complete',
    '修改订单状态, 是否继续?',
    '修改状态成功！',
    '修改状态失败！',
  ],
  [
    'mark_overdue',
    6,
    '标记逾期',
    'overdue',
    '修改订单状态, 是否继续?',
    '修改状态成功！',
    '修改状态失败！',
  ],
  [
    'reopen',
    5,
    '重新开通',
    'reopen',
    '修改订单状态, 是否继续?',
    '修改状态成功！',
    '修改状态失败！',
  ],
];

const PAPERS = ([6, 7, 2, 1] as const).map((type) => ({
  attachmentId: String(type),
  type,
  fileName: 'a.pdf',
  fDataName: '20261121WP150405006a.pdf',
  fDataPath: `/api/attachments/${type}`,
  size: 1,
  mediaType: 'application/pdf',
  creattime: ORDER.creattime,
}));

describe.each(TABLE)('%s', (action, sstatus, button, path, asked, done, failed) => {
  it('asks, and says that it was done', async () => {
    open({ sstatus, actions: [action], attachments: PAPERS });
    await buttons();
    press(button);
    if (asked !== null) await screen.findByText(asked);
    await answer('确定');
    expect(await screen.findByText(done)).toBeTruthy();
    expect(calls.map((call) => call.path)).toEqual([path]);
  });

  it('says that it failed where the server has no words', async () => {
    server.use(
      http.post(`${URL_OF}/${path}`, () => HttpResponse.json({ detail: '' }, { status: 500 })),
    );
    open({ sstatus, actions: [action], attachments: PAPERS });
    await buttons();
    press(button);
    await answer('确定');
    expect(await screen.findByText(failed)).toBeTruthy();
    expect(screen.queryByText(done)).toBeNull();
  });
});

it.each([
  ['papers are missing', { sstatus: -1, attachments: [] }, '请上传必传项！'],
  ['a field is empty', { sstatus: -1, attachments: PAPERS, productName: '' }, '必填项不能为空！'],
  [
    'nothing has changed since the rejection',
    {
      sstatus: 2,
      attachments: PAPERS,
      changes: { fields: [], scenesAdded: 0, scenesRemoved: 0, papers: [] },
    },
    '请更改信息！',
  ],
] as const)('refuses to hand in an order before it asks: %s', async (_, order, said) => {
  open({ ...order, actions: ['submit'] } as Partial<Order>);
  await buttons();
  press('提交');
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls).toEqual([]);
});

it('says that an order stays where the question is answered with no', async () => {
  for (const [action, from, button, said] of [
    ['approve', 0, '通过', '已取消审核'],
    ['complete', 6, '完成', '已取消修改'],
    ['delete', 2, '删除', '已取消删除'],
  ] as const) {
    open({ sstatus: from, actions: [action], attachments: PAPERS });
    await buttons();
    press(button);
    await answer('取消');
    expect(await screen.findByText(said)).toBeTruthy();
    document.body.replaceChildren();
  }
  expect(calls).toEqual([]);
});

it('says that a feedback from a list failed', async () => {
  server.use(
    http.post(`${ORIGIN}/api/orders/7/feedback`, () =>
      HttpResponse.json({ detail: '' }, { status: 500 }),
    ),
  );
  show(
    <FeedbackDialog
      order={{ ...ORDER, sstatus: 7, actions: ['give_feedback'] }}
      onClose={() => undefined}
    />,
  );
  const dialog = within(await screen.findByRole('dialog'));
  for (const group of dialog.getAllByRole('radiogroup')) {
    fireEvent.click(within(group).getByRole('radio', { name: '满意' }));
  }
  await answer('提交');
  expect(await screen.findByText('反馈失败！')).toBeTruthy();
});
