import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order, OrderPushes, OrderPushFile } from '../api/types';
import { LocaleProvider } from '../messages/LocaleProvider';
import { buildOrder, buildPush, buildPushedFile, buildPushes } from '../testing';
import { OrderPushList } from './OrderPushList';
import { PushOrderButton } from './PushOrderButton';

const DELIVERED: Partial<OrderPushFile> = { state: 'delivered', endedAt: '2026-11-26T02:05:00Z' };
const MISSED: Partial<OrderPushFile> = {
  state: 'missed',
  endedAt: '2026-11-26T02:06:00Z',
  failure: '推送目标暂时不可用，系统会自动重试：磁盘已满',
  failureMessage: { code: 'failure.target_failed', params: { what: '磁盘已满' } },
};
const REST = buildPush({
  files: [buildPushedFile('a.zip', DELIVERED), buildPushedFile('b.zip', { ...MISSED, size: 2048 })],
});

let served: OrderPushes = buildPushes();
let calls = 0;
let sent: unknown[] = [];
const onSent = vi.fn();

const server = setupServer(
  http.get('/api/orders/7/pushes', () => {
    calls += 1;
    return HttpResponse.json(served);
  }),
  http.post('/api/orders/7/pushes', async ({ request }) => {
    sent.push(await request.json());
    served = { ...served, items: [buildPush()] };
    return HttpResponse.json(served);
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  served = buildPushes();
  calls = 0;
  sent = [];
  onSent.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  server.resetHandlers();
});
afterAll(() => server.close());

const LINK = <a href="/subscriptions?tab=targets">添加推送目标</a>;

function show(changes: Partial<Order> = {}, addTarget: ReactNode | null = LINK) {
  const order = buildOrder({ sstatus: 6, ...changes });
  render(
    <LocaleProvider>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <p>订单</p>
        <PushOrderButton {...{ order, addTarget, onSent }} />
        <OrderPushList
          {...{ order, addTarget, onSent }}
          frame={(title, list) => <section aria-label={title}>{list}</section>}
        />
      </QueryClientProvider>
    </LocaleProvider>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const panel = async () => within(await screen.findByRole('region', { name: '订单推送' }));

async function openDialog() {
  fireEvent.click(await screen.findByRole('button', { name: '推送订单' }));
  return within(await screen.findByRole('dialog', { name: /推送订单/ }));
}

describe('pushing an order', () => {
  it('says how much goes, asks once, and shows at once that it is on its way', async () => {
    show();
    expect(screen.queryByRole('region')).toBeNull();
    const dialog = await openDialog();
    const target = dialog.getByRole('radio', { name: '省中心 · SFTP' });
    expect((target as HTMLInputElement).checked).toBe(true);
    dialog.getByText('将推送 2 个文件，共 3.0 KB。');
    dialog.getByText('包括打包文件、单景文件和校验清单。');
    fireEvent.click(dialog.getByRole('button', { name: '推送' }));
    await waitFor(() => expect(onSent).toHaveBeenCalledWith('已开始推送到“省中心”'));
    expect(sent).toEqual([{ targetId: 't1' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    (await panel()).getByText('2026-11-26 10:00 由王工推送');
  });

  it('needs a choice among several, of which a failing one says why', async () => {
    const [first] = served.targets;
    const failure = { failure: '没有应答', failureMessage: null };
    served = buildPushes({
      targets: [...(first ? [first] : []), { id: 't2', name: '备份', kind: 'ftp', ...failure }],
    });
    show();
    const dialog = await openDialog();
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: '推送' });
    expect(send.disabled).toBe(true);
    expect(send.title).toBe('请选择推送目标');
    fireEvent.click(dialog.getByRole('radio', { name: /备份 · FTP/ }));
    dialog.getByText('没有应答。现在提交，恢复后自动推送。');
    fireEvent.click(send);
    await waitFor(() => expect(sent).toEqual([{ targetId: 't2' }]));
  });

  it('leads to where targets are made while there are none', async () => {
    served = buildPushes({ targets: [] });
    show();
    const dialog = await openDialog();
    dialog.getByText('还没有推送目标');
    const link = dialog.getByRole('link', { name: '添加推送目标' });
    expect(link.getAttribute('href')).toBe('/subscriptions?tab=targets');
    expect(dialog.queryByRole('button', { name: '推送' })).toBeNull();
  });

  it('tells whoever pushes for somebody else that those make their targets', async () => {
    served = buildPushes({ targets: [] });
    show({}, null);
    const dialog = await openDialog();
    dialog.getByText('申请人还没有推送目标');
    expect(dialog.queryByRole('link')).toBeNull();
  });

  it('stays open with the reason when it is refused', async () => {
    const problem = {
      ...{ type: 'about:blank', title: '', status: 404, code: 'no_delivery' },
      detail: '下载已过期',
    };
    server.use(
      http.post('/api/orders/7/pushes', () => HttpResponse.json(problem, { status: 404 })),
    );
    show();
    const dialog = await openDialog();
    served = buildPushes({ isOpen: false, fileCount: 0, byteCount: 0 });
    fireEvent.click(dialog.getByRole('button', { name: '推送' }));
    await dialog.findByText('下载已过期');
    await dialog.findByText('数据已不再开放下载，不能推送。');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '推送' }).disabled).toBe(true);
    expect(onSent).not.toHaveBeenCalled();
  });

  it('names what is wrong with the target rather than that a field is', async () => {
    const errors = [{ field: 'targetId', code: 'x', detail: '没有该推送目标' }];
    const problem = {
      type: 'about:blank',
      title: '',
      status: 400,
      code: 'invalid',
      detail: '有误',
    };
    server.use(
      http.post('/api/orders/7/pushes', () =>
        HttpResponse.json({ ...problem, errors }, { status: 400 }),
      ),
    );
    show();
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('button', { name: '推送' }));
    await dialog.findByText('没有该推送目标');
  });

  it('is not offered while the data are not open, and not asked for before they were', async () => {
    served = buildPushes({ isOpen: false });
    show();
    await expect.poll(() => calls).toBeGreaterThan(0);
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    calls = 0;
    for (const changes of [{ sstatus: 1 }, { getMethod: 2 }] as const) show(changes);
    await screen.findAllByText('订单');
    expect(calls).toBe(0);
  });

  it('is nothing that operators are asked for, who see no papers', async () => {
    const { attachments: _, ...order } = buildOrder({ sstatus: 6 });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <PushOrderButton {...{ order, addTarget: null, onSent }} />
      </QueryClientProvider>,
    );
    expect(calls).toBe(0);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('what became of a push', () => {
  it('is looked at again while files wait, and no longer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sending = buildPushedFile('b.zip', { isSending: true });
    const files = [buildPushedFile('a.zip', DELIVERED), sending];
    served = buildPushes({ items: [buildPush({ files })] });
    show();
    const region = await panel();
    region.getByText('共 2 个文件（2.0 KB）：已送达 1，待推送 1');
    const bar = region.getByRole('progressbar', { name: '推送到“省中心”的进度' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    served = buildPushes({
      items: [buildPush({ files: files.map((file) => ({ ...file, ...DELIVERED })) })],
    });
    await vi.advanceTimersByTimeAsync(6000);
    await region.findByText('已全部送达');
    expect(region.queryByRole('progressbar')).toBeNull();
    const before = calls;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(calls).toBe(before);
  });

  it('names the reason of every file that was given up, and pushes those again', async () => {
    served = buildPushes({ items: [REST] });
    show();
    const region = await panel();
    region.getByText('1 个未送达');
    const rows = within(region.getByRole('table', { name: '推送到“省中心”的文件' })).getAllByRole(
      'row',
    );
    expect(rows[1]?.textContent).toContain('b.zip');
    expect(rows[1]?.textContent).toContain('推送目标暂时不可用，系统会自动重试：磁盘已满');
    region.getByText('目标文件夹 20261121WP150405006/');
    expect(rows[2]?.textContent).toContain('已送达');
    press('再次推送');
    const dialog = within(await screen.findByRole('dialog', { name: /再次推送/ }));
    dialog.getByText(/^将再次推送未送达的 1 个文件，共 2.0 KB；/);
    expect(dialog.queryByText(/^包括打包文件/)).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: '推送' }));
    await waitFor(() => expect(sent).toEqual([{ targetId: 't1' }]));
  });

  it.each([
    ['这次推送的数据已不再开放下载，不能再次推送。', { isCurrent: false }],
    ['推送目标已删除，不能再次推送；可推送到其他目标。', { targetId: null }],
  ])('says why it cannot be pushed again: %s', async (why, changes) => {
    served = buildPushes({ items: [{ ...REST, ...changes }] });
    show();
    (await panel()).getByText(why);
    expect(screen.queryByRole('button', { name: '再次推送' })).toBeNull();
  });

  it('says why it does not go on while the target rests', async () => {
    const [first] = served.targets;
    const targets = first ? [{ ...first, failure: '没有应答' }] : [];
    const file = buildPushedFile('a.zip', { failure: '没有应答' });
    const other = buildPushedFile('b.zip', { failure: '权限不足' });
    served = buildPushes({ targets, items: [buildPush({ files: [file, other] })] });
    show();
    const region = await panel();
    region.getByText('没有应答。恢复后自动继续推送。');
    region.getByText('等待目标恢复');
    expect(region.queryByText('推送中')).toBeNull();
    // What stands above the files is not said of each of them again.
    expect(region.queryByText('没有应答')).toBeNull();
    region.getByText('权限不足');
  });

  it('ends the reason of a server as a sentence, once', async () => {
    const [first] = served.targets;
    const targets = first ? [{ ...first, failure: '550 No such directory.' }] : [];
    served = buildPushes({ targets, items: [buildPush()] });
    show();
    (await panel()).getByText('550 No such directory。恢复后自动继续推送。');
  });

  it('names the path of each file where they lie in no common folder', async () => {
    const files = [buildPushedFile('a.zip'), buildPushedFile('b.zip', { path: 'elsewhere/b.zip' })];
    served = buildPushes({ items: [buildPush({ files })] });
    show();
    const region = await panel();
    region.getByText('目标路径 elsewhere/b.zip');
    region.getByText('目标路径 20261121WP150405006/a.zip');
  });

  it('keeps long lists folded, and in pages', async () => {
    const files = Array.from({ length: 30 }, (_, n) => buildPushedFile(`f${n}.zip`, DELIVERED));
    served = buildPushes({ items: [buildPush({ files })] });
    show();
    const region = await panel();
    expect(region.queryByRole('table')).toBeNull();
    press('查看 30 个文件');
    expect(region.getAllByRole('row')).toHaveLength(21);
    press('收起文件');
    expect(region.queryByRole('table')).toBeNull();
  });

  it('can be asked for again where it could not be read', async () => {
    let isAway = true;
    server.use(
      http.get('/api/orders/7/pushes', () =>
        isAway ? HttpResponse.error() : HttpResponse.json(buildPushes({ items: [REST] })),
      ),
    );
    show();
    await panel();
    isAway = false;
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    await (await panel()).findByText('1 个未送达');
  });
});
