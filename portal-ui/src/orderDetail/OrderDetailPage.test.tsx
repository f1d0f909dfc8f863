import {
  LocaleProvider,
  type Me,
  zhCN as m,
  type Order,
  type OrderAction,
  setToken,
} from '@scenedock/ui-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../parts/confirm';
import { NoticeProvider } from '../parts/notice';
import { SessionProvider } from '../session/session';
import OrderDetailPage from './OrderDetailPage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

const URL_OF = 'http://localhost/api/orders/7';

const ADMIN: Me = {
  id: '2',
  loginName: 'admin',
  userName: '管理员',
  role: 'admin',
  unit: null,
  phone: null,
  authorities: [],
};

const ORDER: Order = {
  id: '7',
  ordername: '20261121WP150405006',
  sstatus: 0,
  type: 0,
  dataType: '0',
  applyuser: '王工',
  applyUserPhone: '13800000000',
  applyUserUnit: '地质一队',
  applyUserUsed: '科研',
  productName: '项目甲',
  getMethod: 0,
  description: null,
  processDescribe: null,
  extractingElements: null,
  assignment: null,
  cause: null,
  auditor: null,
  creattime: '2026-11-21T07:04:05Z',
  updatetime: '2026-11-21T07:04:05Z',
  endtime: null,
  dataSum: '1.00 GB',
  dataSize: 1024 ** 3,
  dataCount: 1,
  downlodPathFile: null,
  loginUser: 'applicant',
  userid: '1',
  userName: '王工',
  groupName: null,
  sorder: 0,
  dataPercent: {
    percentStr: '0%',
    allSize: 1,
    isin: 0,
    failed: 0,
    doing: 1,
    bytesDone: 0,
    bytesAll: 1024 ** 3,
  },
  expiresAt: null,
  attachments: [],
  actions: [],
};

const NOTHING = { items: [], total: 0 };

let served: Order = ORDER;
const calls: { path: string; body: unknown }[] = [];

const server = setupServer(
  http.get('http://localhost/api/auth/me', () => HttpResponse.json(ADMIN)),
  http.get('http://localhost/api/config', () => HttpResponse.json({})),
  http.get(URL_OF, () => HttpResponse.json(served)),
  http.get(`${URL_OF}/footprint`, () => HttpResponse.json({ wkt: 'GEOMETRYCOLLECTION EMPTY' })),
  http.get(`${URL_OF}/:list`, () => HttpResponse.json(NOTHING)),
  http.post(`${URL_OF}/:verb`, async ({ request, params }) => {
    const text = await request.text();
    calls.push({ path: String(params.verb), body: text === '' ? null : JSON.parse(text) });
    return HttpResponse.json(served);
  }),
);

class NoStream {
  addEventListener(): void {}
  close(): void {}
}

beforeAll(() => {
  vi.stubGlobal('EventSource', NoStream);
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => setToken('token'));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  calls.length = 0;
});
afterAll(() => server.close());

function open(order: Partial<Order>) {
  served = { ...ORDER, ...order };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <LocaleProvider>
      <QueryClientProvider client={client}>
        <NoticeProvider>
          <ConfirmProvider>
            <MemoryRouter initialEntries={['/orderManage/details/7']}>
              <SessionProvider>
                <Routes>
                  <Route path="/orderManage/details/:id" element={<OrderDetailPage />} />
                  <Route path="/orderManage/stayAudit" element={<p>pending list</p>} />
                </Routes>
              </SessionProvider>
            </MemoryRouter>
          </ConfirmProvider>
        </NoticeProvider>
      </QueryClientProvider>
    </LocaleProvider>,
  );
}

async function buttons(): Promise<string[]> {
  const group = await screen.findByRole('group', { name: m.common.operations });
  return [...group.querySelectorAll('button, a')].map((one) => one.textContent ?? '');
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function answer(name: string) {
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name }));
}

describe('the buttons of an order', () => {
  it.each<[OrderAction[], string[]]>([
    [[], []],
    [
      ['save', 'submit', 'delete'],
      ['编辑订单', '提交', '删除'],
    ],
    [['withdraw'], ['撤回']],
    [
      ['approve', 'reject'],
      ['通过', '驳回'],
    ],
    [
      ['reextract', 'cancel_preparation'],
      ['重提全部景', '取消数据准备'],
    ],
    [['reopen'], ['重新开通']],
    [['give_feedback'], ['评价']],
  ])('for %j are %j', async (actions, names) => {
    open({ actions });
    expect(await buttons()).toEqual(names);
  });

  it('offer failed scenes by themselves when there are some', async () => {
    const dataPercent = { ...ORDER.dataPercent, failed: 1 };
    open({ sstatus: 1, actions: ['reextract'], dataPercent });
    expect(await buttons()).toEqual(['只重提失败景', '重提全部景']);
  });

  it('show the download of a prepared online order, the pick-up of an offline one', async () => {
    open({ sstatus: 6 });
    expect(await buttons()).toEqual(['下载信息']);
    cleanup();
    open({ sstatus: 6, getMethod: 2 });
    expect(await buttons()).toEqual([m.orders.pickup]);
  });
});

describe('auditing', () => {
  it('asks, approves, tells and goes to the pending list', async () => {
    open({ actions: ['approve', 'reject'] });
    await buttons();
    press('通过');
    expect(await screen.findByText('审核通过后，订单将进入数据准备状态，是否继续？')).toBeTruthy();
    await answer('确定');
    expect(await screen.findByText('审核成功！')).toBeTruthy();
    expect(await screen.findByText('pending list')).toBeTruthy();
    expect(calls).toEqual([{ path: 'approve', body: null }]);
  });

  it('calls nothing when the answer is no', async () => {
    open({ actions: ['approve'] });
    await buttons();
    press('通过');
    await answer('取消');
    expect(await screen.findByText('已取消审核')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('rejects only with a reason', async () => {
    open({ actions: ['reject'] });
    await buttons();
    press('驳回');
    await answer('确定');
    expect(await screen.findByText('请输入驳回原因！')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: '请输入驳回原因' }), {
      target: { value: ' 缺少盖章 ' },
    });
    await answer('确定');
    await screen.findByText('审核成功！');
    expect(calls).toEqual([{ path: 'reject', body: { cause: '缺少盖章' } }]);
  });

  it('shows what the server objects to, and stays', async () => {
    const problem = { type: '', title: '', status: 409, code: 'refused', detail: '订单已被撤回' };
    server.use(http.post(`${URL_OF}/approve`, () => HttpResponse.json(problem, { status: 409 })));
    open({ actions: ['approve'] });
    await buttons();
    press('通过');
    await answer('确定');
    expect(await screen.findByText('订单已被撤回')).toBeTruthy();
    expect(screen.queryByText('pending list')).toBeNull();
  });
});

describe('the order itself', () => {
  it('carries the notice on state secrets and the reason of a rejection', async () => {
    open({ sstatus: 2, cause: '材料不全' });
    expect(await screen.findByText(/材料不全/)).toBeTruthy();
    expect(screen.getByText(m.form.secretNotice)).toBeTruthy();
    expect(await screen.findByText('暂无空间信息')).toBeTruthy();
  });

  it('can be read again after a failure', async () => {
    server.use(http.get(URL_OF, () => new HttpResponse(null, { status: 404 }), { once: true }));
    open({});
    fireEvent.click(await screen.findByRole('button', { name: m.common.retry }));
    expect(await screen.findByText('项目甲')).toBeTruthy();
  });
});
