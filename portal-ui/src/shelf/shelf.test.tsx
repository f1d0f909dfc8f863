import type { Shelf, ShelfFile } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import SubscriptionsPage from '../subscriptions/SubscriptionsPage';
import { SHELF_TARGET, TARGET } from '../subscriptions/testTarget';
import { everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';

const GB = 1024 ** 3;
const DAY = 86_400_000;

const SHELF: Shelf = {
  targetId: 't9',
  ...{ account: 'shelf7', password: 'secret', host: 'ftp.example.cn', port: 2121 },
  login: 'shelf7:secret@ftp.example.cn:2121',
  tls: true,
  files: 1200,
  bytes: 100 * GB,
  mostBytes: 500 * GB,
  days: 30,
};

const FILE: ShelfFile = {
  id: 'f1',
  path: 'GF1/2026/a 1.tar.gz',
  dataname: 'GF1_PMS1_1',
  subscriptionNumber: 'DY2026-7',
  size: 2 * GB,
  sha256: 'ab'.repeat(32),
  storedAt: '2026-11-20T02:00:00Z',
  expiresAt: '2099-01-01T02:00:00Z',
};

const targets = (...items: unknown[]) =>
  http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items, total: items.length }));
const account = (answer: Shelf) => http.get(`${SITE}/api/shelf`, () => HttpResponse.json(answer));
const files = (items: ShelfFile[], total = items.length) =>
  http.get(`${SITE}/api/shelf/files`, () => HttpResponse.json({ items, total }));

const server = useServer([
  ...everyScreen(),
  targets(TARGET, SHELF_TARGET),
  account(SHELF),
  files([FILE]),
]);

const show = (address = '/subscriptions?tab=shelf') => openAt(address, <SubscriptionsPage />);

/** The lists and panels of the page, by their names. */
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('without a shelf', () => {
  it('nothing is asked of it, and the way to one is the target form', async () => {
    const requested: string[] = [];
    const sent: unknown[] = [];
    server.use(
      targets(TARGET),
      http.get(`${SITE}/api/shelf`, ({ request }) => {
        requested.push(request.url);
        return refusal(404, '还没有数据架');
      }),
      http.post(`${SITE}/api/push-targets`, async ({ request }) => {
        sent.push(await request.json());
        server.use(targets(TARGET, SHELF_TARGET), account(SHELF));
        return HttpResponse.json(SHELF_TARGET, { status: 201 });
      }),
    );
    show();
    await screen.findByText('还没有数据架');
    expect(requested).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '建立数据架' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: '名称' }), { target: { value: '架' } });
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    await panel('FTP 账号');
    expect(sent).toEqual([{ kind: 'shelf', name: '架', bytesPerSecond: null }]);
  });

  it('that was removed in another window, the page says the same', async () => {
    server.use(
      http.get(`${SITE}/api/shelf`, () =>
        HttpResponse.json(
          { type: 'about:blank', title: '', status: 404, code: 'shelf_missing', detail: '没有' },
          { status: 404 },
        ),
      ),
    );
    show();
    await screen.findByRole('button', { name: '建立数据架' });
  });
});

describe('the account', () => {
  it('covers its password until asked for, and comes apart for copying', async () => {
    show();
    const box = await panel('FTP 账号');
    expect(box.getByTestId('address').textContent).toBe('shelf7:••••••••@ftp.example.cn:2121');
    for (const name of ['主机 ftp.example.cn', '端口 2121', '用户名 shelf7', '密码']) {
      box.getByRole('button', { name });
    }
    fireEvent.click(box.getByRole('button', { name: '显示密码' }));
    expect(box.getByTestId('address').textContent).toBe(SHELF.login);
  });

  it('has the commands of a delivery: all files with lftp, those of the page with others', async () => {
    show();
    await screen.findByText('GF1_PMS1_1');
    const box = await panel('FTP 账号');
    fireEvent.click(box.getByRole('button', { name: '下载命令' }));
    const command = (name: string) => box.getByRole('region', { name }).textContent;
    expect(command('用 lftp 整体镜像（断点续传）')).toContain('--parallel=4 / shelf; quit');
    expect(command('用 curl 逐个下载')).toContain('--ssl-reqd -k');
    expect(command('用 wget 下载（断点续传）')).toContain(
      'ftp://ftp.example.cn:2121/GF1/2026/a%201.tar.gz',
    );
    expect(command('用 wget 下载（断点续传）')).not.toContain('secret');
    box.getByText(/请用列表中的 SHA-256 核对文件/);
  });

  it('gets a new password after a question that says that sessions end', async () => {
    let renewed = 0;
    server.use(
      http.post(`${SITE}/api/shelf/password`, () => {
        renewed += 1;
        const next = { ...SHELF, password: 'fresh', login: 'shelf7:fresh@ftp.example.cn:2121' };
        server.use(account(next));
        return HttpResponse.json(next);
      }),
    );
    show();
    const box = await panel('FTP 账号');
    fireEvent.click(box.getByRole('button', { name: '显示密码' }));
    fireEvent.click(box.getByRole('button', { name: '更换密码' }));
    const dialog = within(await screen.findByRole('dialog', { name: '更换密码' }));
    dialog.getByText(/正在进行的 FTP 会话会断开/);
    fireEvent.click(dialog.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(renewed).toBe(0);
    fireEvent.click(box.getByRole('button', { name: '更换密码' }));
    fireEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '确定' }),
    );
    await screen.findByText('密码已更换');
    await waitFor(() =>
      expect(box.getByTestId('address').textContent).toBe('shelf7:fresh@ftp.example.cn:2121'),
    );
  });
});

describe('the room', () => {
  it('is a bar with its numbers, and says for how long files stay', async () => {
    show();
    const bar = await screen.findByRole('progressbar', { name: '空间' });
    expect(bar.getAttribute('aria-valuenow')).toBe('20');
    expect(bar.getAttribute('aria-valuetext')).toBe('已用 100.0 GB / 500.0 GB，1,200 个文件');
    screen.getByText('每个文件保存 30 天，到期自动删除。');
    expect(screen.queryByText(/空间快用完了/)).toBeNull();
  });

  it('says that it runs out, and why nothing arrives', async () => {
    const full = {
      ...SHELF_TARGET,
      restsUntil: '2026-11-26T01:00:00Z',
      failure: '存储空间不足',
    };
    server.use(account({ ...SHELF, bytes: 480 * GB }), targets(full));
    show();
    await screen.findByText(/空间快用完了/);
    screen.getByText(/存储空间不足/);
  });
});

describe('the files', () => {
  it('are named, of a subscription, and downloaded where they are', async () => {
    show();
    const row = within(
      (await screen.findByText('GF1_PMS1_1')).closest('tr') ?? document.createElement('tr'),
    );
    for (const text of [FILE.path, 'DY2026-7', '2.0 GB', '2026-11-20 10:00', '2099-01-01']) {
      row.getByText(text);
    }
    row.getByRole('button', { name: `复制 SHA-256 ${FILE.path}` });
    const link = row.getByRole('link', { name: `下载 ${FILE.path}` });
    expect(link.getAttribute('href')).toBe('/api/shelf/files/f1/content');
    expect(link.hasAttribute('download')).toBe(true);
  });

  it('say what they are where rows are blocks, and that they go soon', async () => {
    const soon = new Date(Date.now() + 2 * DAY - 1000).toISOString();
    server.use(files([{ ...FILE, subscriptionNumber: null, expiresAt: soon }]));
    show();
    const row = (await screen.findByText('GF1_PMS1_1')).closest('tr');
    expect([...(row?.cells ?? [])].map((cell) => cell.dataset.label)).toEqual([
      undefined,
      ...['订阅', '大小', 'SHA-256', '存入时间', '到期时间', '操作'],
    ]);
    within(row as HTMLElement).getByText('2 天内到期');
    within(row as HTMLElement).getByText('订单推送');
  });

  it('are removed after a question', async () => {
    const removed: string[] = [];
    server.use(
      http.delete(`${SITE}/api/shelf/files/:id`, ({ params }) => {
        removed.push(String(params.id));
        server.use(files([]), account({ ...SHELF, files: 0, bytes: 0 }));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: `移除 ${FILE.path}` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(removed).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await screen.findByText('数据架上还没有文件');
    expect(removed).toEqual(['f1']);
    await screen.findByText('已用 0 B / 500.0 GB，0 个文件');
  });

  it('stand on pages that the address names', async () => {
    const pages: (string | null)[] = [];
    server.use(
      http.get(`${SITE}/api/shelf/files`, ({ request }) => {
        pages.push(new URL(request.url).searchParams.get('page'));
        return HttpResponse.json({ items: [FILE], total: 41 });
      }),
    );
    show('/subscriptions?tab=shelf&page=2');
    fireEvent.click(await screen.findByRole('button', { name: /第 3 页|page 3/ }));
    await waitFor(() => expect(pages).toEqual(['2', '3']));
    expect(screen.getByTestId('where').textContent).toBe('/subscriptions?tab=shelf&page=3');
  });

  it('that cannot be read say why, beside the account', async () => {
    server.use(http.get(`${SITE}/api/shelf/files`, () => refusal(500, '服务器内部错误')));
    show();
    await screen.findByText('服务器内部错误');
    await panel('FTP 账号');
  });
});
