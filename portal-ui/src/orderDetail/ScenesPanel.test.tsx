import { zhCN as m, type Order, type OrderScene } from '@scenedock/ui-kit';
import { AUTHORITIES, buildOrderScene, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ORDER, ORIGIN, open, server, URL_OF, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({
  LazyMap: ({ focus, selected }: { focus: string; selected: string }) => (
    <div data-testid="map">{`${selected} ${focus}`}</div>
  ),
}));

useStage();

const SQUARE = 'POLYGON((0 0,1 0,1 1,0 0))';

const scene = (did: number, changes: Partial<OrderScene> = {}) =>
  buildOrderScene(did, { dataname: `scene ${did}`, wktresponse: SQUARE, ...changes });

let scenes: OrderScene[] = [];
const asked: string[] = [];
const exported: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  exported.length = 0;
  scenes = Array.from({ length: 12 }, (_, at) => scene(at + 1));
  server.use(
    http.get(`${URL_OF}/scenes`, ({ request }) => {
      const { searchParams, search } = new URL(request.url);
      asked.push(search);
      const size = Number(searchParams.get('pageSize'));
      const from = (Number(searchParams.get('page')) - 1) * size;
      return HttpResponse.json({ items: scenes.slice(from, from + size), total: scenes.length });
    }),
    http.get(`${URL_OF}/footprint`, () => HttpResponse.json({ wkt: SQUARE })),
    recording(http.post, `${ORIGIN}/api/exports`, exported, { uuid: 'u1' }, 202),
  );
});

async function table(order: Partial<Order> = {}, query = '') {
  open({ dataCount: 12, ...order }, `/orderManage/details/7${query}`);
  return screen.findByRole('table', { name: m.detail.scenes });
}

async function exportAs(kind: string) {
  fireEvent.click(screen.getByRole('button', { name: '导出' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: kind }));
  await waitFor(() => expect(exported).not.toEqual([]));
}

const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

describe('the ordered scenes', () => {
  it('come in pages that fit the window, and say how many pages there are', async () => {
    // jsdom's window is 768 px high: (768 * 0.52 - 42) / 42 = 8.
    await table();
    expect(asked).toEqual(['?page=1&pageSize=8']);
    expect(screen.getByText('共 12 条 · 共 2 页')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '转到第 2 页' }));
    expect(await screen.findByText('scene 9')).toBeTruthy();
  });

  it.each([
    [-1, false],
    [0, false],
    [1, true],
    [2, false],
    [3, true],
    [6, true],
    [7, false],
  ] as const)('in state %i show their own state: %s', async (sstatus, shown) => {
    const head = within(await table({ sstatus }));
    expect(head.queryByRole('columnheader', { name: '数据状态' }) !== null).toBe(shown);
  });

  it('are shown from the last page where the address names none that is there', async () => {
    await table({}, '?page=9');
    await screen.findByText('scene 9');
    expect(asked).toEqual(['?page=9&pageSize=8', '?page=2&pageSize=8']);
  });

  it('lead back to the list that one came from, whatever was looked at', async () => {
    const from = '/manage/person/orderManage_stayAudit?page=4';
    const router = open({ dataCount: 12 }, '/orderManage/details/7', { from });
    await screen.findByRole('table', { name: m.detail.scenes });
    fireEvent.click(screen.getByRole('button', { name: '转到第 2 页' }));
    await screen.findByText('scene 9');
    expect(router.state.location.state).toEqual({ from });
  });

  it('tell why one failed', async () => {
    scenes = [scene(1, { sstatus: 2, flog: '归档文件不存在' })];
    await table({ sstatus: 1 });
    fireEvent.click(screen.getByRole('button', { name: /失败原因 scene 1/ }));
    const dialog = await screen.findByRole('dialog', { name: /失败原因/ });
    expect(within(dialog).getByText('归档文件不存在')).toBeTruthy();
  });

  it('can be downloaded one by one while the preparation runs', async () => {
    scenes = [scene(1, { sstatus: 0, fileUrl: '/api/orders/7/scenes/1/file' }), scene(2)];
    const dataPercent = { ...ORDER.dataPercent, isin: 1, allSize: 2 };
    await table({ sstatus: 1, dataPercent });
    expect(screen.getByText('已提取 1 景可先行下载')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /^下载 scene/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/api/orders/7/scenes/1/file']);
  });

  it('are looked at one after the other', async () => {
    server.use(
      http.get(`${ORIGIN}/api/scenes/:id`, ({ params }) =>
        HttpResponse.json({ ...scenes.find(({ dataid }) => dataid === params.id), fields: [] }),
      ),
      http.get(`${ORIGIN}/api/catalog/tree`, () => HttpResponse.json([])),
    );
    await table();
    fireEvent.click(screen.getByRole('button', { name: '预览 scene 1' }));
    const dialog = await screen.findByRole('dialog', { name: /scene 1/ });
    const prev = within(dialog).getByRole<HTMLButtonElement>('button', { name: m.common.prev });
    expect(prev.disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('button', { name: m.common.next }));
    expect(await screen.findByRole('dialog', { name: /scene 2/ })).toBeTruthy();
  });

  it('are shown on the map one by one', async () => {
    scenes = [
      scene(1, { wktresponse: 'POLYGON((5 5,6 5,6 6,5 5))' }),
      scene(2, { wktresponse: null }),
    ];
    await table();
    const map = await screen.findByTestId('map');
    expect(map.textContent).toBe(`7 ${SQUARE}`);
    fireEvent.click(screen.getByRole('button', { name: `${m.detail.locate} scene 1` }));
    expect(map.textContent).toContain('POLYGON((5 5');
    fireEvent.click(screen.getByRole('button', { name: m.detail.showWhole }));
    expect(map.textContent).toBe(`7 ${SQUARE}`);
    fireEvent.click(screen.getByRole('button', { name: `${m.detail.locate} scene 2` }));
    expect(await screen.findByText('暂无空间信息')).toBeTruthy();
  });
});

describe('exporting them', () => {
  it('needs a choice', async () => {
    await table();
    fireEvent.click(screen.getByRole('button', { name: '导出' }));
    expect(await screen.findByText('请选择要导出的数据！')).toBeTruthy();
  });

  it('takes the chosen ones, of other pages too', async () => {
    await table({}, '?size=20');
    tick('选择 scene 2');
    tick('选择 scene 11');
    await exportAs('Shapefile');
    expect(exported).toEqual([{ kind: 'shapefile', orderId: '7', dids: [2, 11] }]);
  });

  it('takes the page, then the whole order', async () => {
    await table();
    tick(m.detail.selectPage);
    expect(screen.getByText('已选 8 景')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '选择整个订单 12 景' }));
    expect(screen.getByText('已选整个订单 12 景')).toBeTruthy();
    await exportAs('Excel');
    expect(exported).toEqual([{ kind: 'xlsx', orderId: '7' }]);
  });
});

it('offers no export to operators, to whom the server refuses it, and no papers', async () => {
  const operator = {
    id: '3',
    loginName: 'op',
    userName: 'op',
    role: 'operator',
    authorities: AUTHORITIES.operator,
  };
  server.use(
    http.get(`${ORIGIN}/api/auth/me`, () => HttpResponse.json(operator)),
    http.get(`${URL_OF}/attachments`, () => HttpResponse.json({ status: 403 }, { status: 403 })),
  );
  open({ sstatus: 1, attachments: undefined });
  await screen.findByRole('table', { name: m.detail.scenes });
  await waitFor(() => expect(screen.queryByRole('button', { name: '导出' })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: '历史附件' })).toBeNull());
});
