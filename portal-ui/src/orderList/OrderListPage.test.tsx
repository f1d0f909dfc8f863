import { zhCN as m, type Order, type OrderAction } from '@scenedock/ui-kit';
import {
  APPLICANT,
  AUTHORITIES,
  buildOrder,
  buildPush,
  buildPushes,
} from '@scenedock/ui-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import OrderListPage from './OrderListPage';

const ORDER = buildOrder();

let served: Partial<Order>[] = [];
let total = 0;
/** Orders in each list, for its tab. */
const counted = 1234;
/** Those of them that are reprocessing orders. */
const countedReprocessing = 12;
const asked: URLSearchParams[] = [];
const calls: { path: string; body: unknown }[] = [];

async function record(request: Request) {
  const text = await request.text();
  calls.push({ path: new URL(request.url).pathname, body: text === '' ? null : JSON.parse(text) });
}

const server = useServer([
  http.get(`${SITE}/api/orders/names`, () =>
    HttpResponse.json({ items: ['20261121WP150405006'], total: 1 }),
  ),
  http.get(`${SITE}/api/orders/groups`, () =>
    HttpResponse.json({ items: [{ name: '地质二队', ordername: '20261120WP1' }], total: 1 }),
  ),
  http.get(`${SITE}/api/orders`, ({ request }) => {
    const { searchParams } = new URL(request.url);
    // The numbers on the tabs are asked one row at a time.
    if (searchParams.get('pageSize') === '1') {
      const number = searchParams.get('type') === '2' ? countedReprocessing : counted;
      return HttpResponse.json({ items: [], total: number });
    }
    asked.push(searchParams);
    const items = served.map((part, at) => ({ ...ORDER, id: String(at + 1), ...part }));
    return HttpResponse.json({ items, total });
  }),
  http.get(`${SITE}/api/orders/:id/pickup`, () => refusal(404, '暂无可领取的数据')),
  http.delete(`${SITE}/api/orders`, async ({ request }) => {
    await record(request);
    return HttpResponse.json({});
  }),
  http.post(`${SITE}/api/orders/:id/:verb`, async ({ request }) => {
    await record(request);
    return HttpResponse.json({ ...ORDER, id: '99', sstatus: -1 });
  }),
]);

function heightIs(innerHeight: number) {
  Object.defineProperty(window, 'innerHeight', { value: innerHeight, configurable: true });
}

const USUAL_HEIGHT = window.innerHeight;
beforeEach(() => heightIs(910));
afterAll(() => heightIs(USUAL_HEIGHT));
afterEach(() => {
  asked.length = 0;
  calls.length = 0;
});

function open(name: string, orders: Partial<Order>[], who = APPLICANT, of = orders.length) {
  served = orders;
  total = of;
  server.use(...everyScreen(who));
  openAt(
    `/manage/person/${name}`,
    <Routes>
      <Route path="/manage/person/:name" element={<OrderListPage />} />
      <Route path="/order/edit/:id" element={<p>the draft</p>} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
  );
}

const table = () => screen.findByRole('table', { name: m.orders.title });

async function heads(): Promise<string[]> {
  const cells = within(await table()).getAllByRole('columnheader');
  return cells.map((cell) => cell.textContent ?? '').filter((text) => text !== '');
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

async function answer(name: string) {
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name }));
}

const where = () => screen.getByTestId('where').textContent;

const ALL = ['订单号', '申请人', '申请单位', '联系方式', '获取方式', '下单时间', '产品数据量'];

describe('the columns', () => {
  it.each([
    ['orderManage', [...ALL, '订单状态', '下载有效期至', '操作']],
    ['orderManage_staySubmit', [...ALL, '操作']],
    ['orderManage_stayAudit', [...ALL, '订单状态', '操作']],
    ['orderManage_onAudit', [...ALL, '订单状态', '操作']],
    ['orderManage_pastAudit', [...ALL, '订单状态', '数据准备进度', '操作']],
    ['orderManage_dataReadyFinish', [...ALL, '订单状态', '下载有效期至', '操作']],
    ['orderManage_completeAudit', [...ALL, '订单状态', '下载有效期至', '操作']],
    ['orderManage_unusualAudit', [...ALL, '订单状态', '操作']],
    [
      'orderManage_feedback',
      [
        '订单号',
        '申请人',
        '申请单位',
        '联系方式',
        '下单时间',
        '订单状态',
        '下载有效期至',
        '总体评价',
        '意见与建议',
        '操作',
      ],
    ],
  ])('of %s', async (name, expected) => {
    open(name, [{}]);
    expect(await heads()).toEqual(expected);
  });

  it('count total, done, failed and waiting scenes of an approved order', async () => {
    open('orderManage_pastAudit', [{ sstatus: 1 }]);
    expect(await screen.findByText('共 4 景，完成 2，失败 1，待提取 1')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  });
});

it('says on each tab how many orders its list has', async () => {
  open('orderManage', [{}]);
  expect(await screen.findByRole('tab', { name: '待审核 1,234' })).toBeTruthy();
});

it('counts on the tabs, and opens by them, what is of the type of the list', async () => {
  open('orderManage_stayAudit?type=2', [{ type: 2 }]);
  expect(await screen.findByRole('tab', { name: '待审核 12' })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: '审核通过 12' }));
  await waitFor(() => expect(where()).toBe('/manage/person/orderManage_pastAudit?type=2'));
});

it('offers everything that was ordered for download while the delivery is open, whatever the state', async () => {
  const downloads = [{ name: 'WP1.zip', url: '/z', size: 2048, sha256: 'a' }];
  const part = { expiresAt: '2999-12-21T07:04:05Z', downloads };
  open('orderManage', [
    { ...part, sstatus: 6 },
    { ...part, sstatus: 7 },
    { ...part, sstatus: 8 },
  ]);
  await table();
  expect(screen.getAllByRole('link', { name: /下载全部/ }).length).toBe(3);
  expect(screen.getAllByText('2999-12-21').length).toBe(3);
});

describe('the filters', () => {
  it('has the state on the list of all orders only', async () => {
    open('orderManage', [{}]);
    await table();
    expect(screen.getByRole('combobox', { name: '订单状态' })).toBeTruthy();
    cleanup();
    open('orderManage_stayAudit', [{}]);
    await table();
    expect(screen.queryByRole('combobox', { name: '订单状态' })).toBeNull();
  });

  it('go into the address and the call when asked, and out with reset', async () => {
    open('orderManage', [{}]);
    await table();
    fireEvent.change(screen.getByRole('textbox', { name: '申请人' }), { target: { value: '王' } });
    press('查询');
    await waitFor(() => expect(asked.at(-1)?.get('applicant')).toBe('王'));
    expect(where()).toBe('/manage/person/orderManage?applicant=%E7%8E%8B');
    press('重置');
    await waitFor(() => expect(asked.at(-1)?.get('applicant')).toBeNull());
    expect(where()).toBe('/manage/person/orderManage');
  });

  it('complete order numbers and units from the server', async () => {
    open('orderManage', [{}]);
    await table();
    const names = screen.getByRole('combobox', { name: '订单号' });
    fireEvent.focus(names);
    fireEvent.change(names, { target: { value: '2026' } });
    fireEvent.click(await screen.findByRole('option', { name: '20261121WP150405006' }));
    const units = screen.getByRole('combobox', { name: '申请单位' });
    fireEvent.change(units, { target: { value: '地质' } });
    fireEvent.click(await screen.findByRole('option', { name: /地质二队/ }));
    press('查询');
    await waitFor(() => expect(asked.at(-1)?.get('unit')).toBe('地质二队'));
    expect(asked.at(-1)?.get('ordername')).toBe('20261121WP150405006');
  });

  it.each([7, 30, 90])('ask for the last %i days', async (days) => {
    open('orderManage', [{}]);
    await table();
    press(`近${days}天`);
    await waitFor(() => expect(asked.at(-1)?.get('from')).toBeTruthy());
    const range = asked.at(-1);
    const span = Date.parse(range?.get('to') ?? '') - Date.parse(range?.get('from') ?? '');
    // The first and the last day belong to it.
    expect(span / 86_400_000).toBe(days + 1);
  });

  it('refuse a range that ends before it begins', async () => {
    open('orderManage?from=2026-02-02&to=2026-02-01', [{}]);
    await screen.findByRole('checkbox', { name: '全选' });
    const before = asked.length;
    press('查询');
    expect(await screen.findByText('结束日期不能早于开始日期！')).toBeTruthy();
    expect(asked.length).toBe(before);
  });
});

describe('pages and order', () => {
  it('are read once, and looked at again later', async () => {
    open('orderManage', [{}]);
    await table();
    expect(asked.length).toBe(1);
  });

  it('take the size from the height of the window', async () => {
    open('orderManage', [{}]);
    await table();
    expect(asked[0]?.get('pageSize')).toBe('10');
    cleanup();
    heightIs(1080);
    open('orderManage', [{}]);
    await table();
    expect(asked.at(-1)?.get('pageSize')).toBe('13');
  });

  it('stand in the address', async () => {
    open('orderManage', [{}], APPLICANT, 25);
    await table();
    fireEvent.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(asked.at(-1)?.get('page')).toBe('2'));
    expect(where()).toBe('/manage/person/orderManage?page=2&pageSize=10');
    await table();
    press('下单时间');
    await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('creattime'));
    expect(where()).toBe('/manage/person/orderManage?pageSize=10&sort=creattime');
  });

  it('fall back to the last page there is', async () => {
    open('orderManage?page=3&pageSize=10', [], APPLICANT, 12);
    await waitFor(() => expect(asked.at(-1)?.get('page')).toBe('2'));
  });
});

describe('orders in preparation', () => {
  it('are followed by reading the page again, not by a stream of each row', async () => {
    const stream = vi.fn();
    vi.stubGlobal('EventSource', stream);
    open('orderManage_pastAudit', [{ sstatus: 1 }, { sstatus: 3 }]);
    await table();
    const dataPercent = { ...ORDER.dataPercent, stage: 'extract' as const, stagePercent: 75 };
    served = [{ sstatus: 1, dataPercent }, { sstatus: 3 }];
    expect(await screen.findByText('提取 75%', {}, { timeout: 6000 })).toBeTruthy();
    expect(stream).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  }, 9000);

  it('do not jump when new ones come: that is told, and shown when asked for', async () => {
    open('orderManage_pastAudit', [{ sstatus: 1 }]);
    await table();
    served = [{ sstatus: 1 }, { sstatus: 1 }];
    total = 2;
    const bar = await screen.findByRole('button', { name: /1 条新订单/ }, { timeout: 6000 });
    const rows = () => screen.getAllByRole('row').length;
    const before = rows();
    fireEvent.click(bar);
    await waitFor(() => expect(rows()).toBe(before + 1));
    expect(screen.queryByRole('button', { name: /条新订单/ })).toBeNull();
  }, 9000);
});

describe('a query that fails', () => {
  it('empties table and total and says why', async () => {
    open('orderManage', [{}], APPLICANT, 25);
    await table();
    server.use(http.get(`${SITE}/api/orders`, () => refusal(503, '数据库暂不可用')));
    press('下单时间');
    expect(await screen.findByText('数据库暂不可用')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText(/共 0 条/)).toBeTruthy();
  });
});

describe('bulk deletion', () => {
  const draft: Partial<Order> = { sstatus: -1, actions: ['save', 'delete'] };

  it('wants orders to be chosen', async () => {
    open('orderManage_staySubmit', [draft]);
    await screen.findByRole('button', { name: '批量删除' });
    press('批量删除');
    expect(await screen.findByText('请选择数据！')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('asks, deletes what can be deleted, and tells', async () => {
    open('orderManage', [draft, { actions: [] }, draft]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '全选' }));
    expect(screen.getByText('已选 2 项')).toBeTruthy();
    press('批量删除');
    expect(await screen.findByText('此操作将永久删除该数据, 是否继续?')).toBeTruthy();
    await answer('确定');
    expect(await screen.findByText('删除成功！')).toBeTruthy();
    expect(calls).toEqual([{ path: '/api/orders', body: { ids: ['1', '3'] } }]);
  });

  it('does nothing when the answer is no', async () => {
    open('orderManage', [draft]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '全选' }));
    press('批量删除');
    await answer('取消');
    expect(await screen.findByText('已取消删除')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('tells when it failed, and why', async () => {
    server.use(http.delete(`${SITE}/api/orders`, () => refusal(409, '订单状态已改变')));
    open('orderManage', [draft]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '全选' }));
    press('批量删除');
    await answer('确定');
    expect(await screen.findByText('删除失败！订单状态已改变')).toBeTruthy();
  });

  it('is not shown to administrators', async () => {
    open('orderManage', [draft], ADMIN);
    await table();
    expect(screen.queryByRole('button', { name: '批量删除' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('the actions of a row', () => {
  const row = (text: string) => `${text} ${ORDER.ordername}`;
  const one = (actions: OrderAction[], part: Partial<Order> = {}) => [{ ...part, actions }];

  it('approve from the list, saying so in the words of the list', async () => {
    open('orderManage_stayAudit', one(['approve', 'reject']), ADMIN);
    await table();
    press(row('通过'));
    expect(await screen.findByText('审核通过后，订单将进入数据准备状态，是否继续？')).toBeTruthy();
    await answer('确定');
    expect(await screen.findByText('审核完成！')).toBeTruthy();
    expect(calls).toEqual([{ path: '/api/orders/1/approve', body: null }]);
  });

  it('reject with a reason only', async () => {
    open('orderManage_stayAudit', one(['approve', 'reject']), ADMIN);
    await table();
    press(row('驳回'));
    await answer('确定');
    expect(await screen.findByText('请填写驳回原因！')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: '请输入驳回原因' }), {
      target: { value: '缺少盖章' },
    });
    await answer('确定');
    await screen.findByText('审核完成！');
    const { submittedAt } = ORDER;
    expect(calls).toEqual([
      { path: '/api/orders/1/reject', body: { cause: '缺少盖章', submittedAt } },
    ]);
  });

  it('show why an order was rejected', async () => {
    open('orderManage_onAudit', one([], { sstatus: 2, cause: '材料不全' }));
    await table();
    press(row('驳回原因'));
    expect(within(await screen.findByRole('dialog')).getByText('材料不全')).toBeTruthy();
  });

  it('push what is open for download to a target', async () => {
    const downloads = [{ name: 'WP1.zip', url: '/z', size: 2048, sha256: 'a' }];
    server.use(
      http.get(`${SITE}/api/orders/1/pushes`, () => HttpResponse.json(buildPushes())),
      http.post(`${SITE}/api/orders/1/pushes`, async ({ request }) => {
        await record(request);
        return HttpResponse.json(buildPushes({ items: [buildPush()] }));
      }),
    );
    const part = { sstatus: 6, getMethod: 0, expiresAt: '2999-12-21T07:04:05Z' } as const;
    open('orderManage', one([], { ...part, downloads }), ADMIN);
    await table();
    press(row('更多操作'));
    fireEvent.click(await screen.findByRole('menuitem', { name: '推送订单' }));
    const dialog = within(await screen.findByRole('dialog', { name: /推送订单/ }));
    fireEvent.click(dialog.getByRole('button', { name: '推送' }));
    await screen.findByText('已开始推送到“省中心”');
    expect(calls).toEqual([{ path: '/api/orders/1/pushes', body: { targetId: 't1' } }]);
  });

  it('ask for more time with a reason', async () => {
    open('orderManage_dataReadyFinish', one(['request_extension'], { sstatus: 6 }));
    await table();
    press(row('申请延期'));
    fireEvent.change(await screen.findByRole('textbox', { name: '延期理由' }), {
      target: { value: '网络太慢' },
    });
    await answer('确定');
    expect(await screen.findByText('延期申请已提交！')).toBeTruthy();
    expect(calls).toEqual([{ path: '/api/orders/1/extend', body: { reason: '网络太慢' } }]);
  });

  it('order again what failed, and open the draft', async () => {
    open('orderManage', one(['clone']));
    await table();
    press(row('再次订购'));
    fireEvent.click(await screen.findByRole('radio', { name: '仅提取失败的数据（1 景）' }));
    await answer('确定');
    expect(await screen.findByText('the draft')).toBeTruthy();
    expect(where()).toBe('/order/edit/99');
    expect(calls).toEqual([{ path: '/api/orders/1/clone', body: { scope: 'failed' } }]);
  });

  it('download the document of a feedback', async () => {
    open('orderManage_feedback', one([], { sstatus: 8, feedBackUpload: '/api/attachments/9' }));
    await table();
    const link = screen.getByRole('link', { name: row('下载反馈附件') });
    expect(link.getAttribute('href')).toBe('/api/attachments/9');
  });

  it('show where an offline copy is fetched; its path to administrators only', async () => {
    const part: Partial<Order> = {
      sstatus: 6,
      getMethod: 2,
      physicalPath: '/copies/7',
      expiresAt: '2026-12-21T07:04:05Z',
    };
    open('orderManage_dataReadyFinish', one([], part), ADMIN);
    await table();
    press(row('联系方式'));
    const popover = await screen.findByRole('dialog', { name: '离线拷贝联系方式' });
    expect(await within(popover).findByText('010-1234')).toBeTruthy();
    expect(within(popover).getByText('学院路 29 号')).toBeTruthy();
    expect(within(popover).getByText('/copies/7')).toBeTruthy();
    expect(within(popover).getByRole('link', { name: '联系我们' }).getAttribute('href')).toBe(
      '/contactUs',
    );
    cleanup();
    open('orderManage_dataReadyFinish', one([], part));
    await table();
    press(row('联系方式'));
    expect(await screen.findByText('010-1234')).toBeTruthy();
    expect(screen.queryByText('/copies/7')).toBeNull();
  });

  it('offer no offline copy to who only watches the order', async () => {
    const part: Partial<Order> = {
      sstatus: 6,
      getMethod: 2,
      expiresAt: '2026-12-21T07:04:05Z',
      loginUser: 'somebody else',
    };
    const watcher = {
      ...APPLICANT,
      authorities: [...AUTHORITIES.applicant, ...AUTHORITIES.operator],
    };
    open('orderManage_dataReadyFinish', one([], part), watcher);
    await table();
    screen.getByRole('link', { name: row('详情') });
    expect(screen.queryByRole('button', { name: row('联系方式') })).toBeNull();
  });
});
