import { setToken } from '@scenedock/ui-kit';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { leastColumnWidth } from '../test/leastWidth';
import { Stage } from '../test/Stage';
import { catchFiles, linesOf } from '../test/savedFiles';
import { ADMIN, problem, server, useServer } from '../test/server';
import { MonitorPage } from './MonitorPage';

useServer();

const ORDER = { id: 'o1', ordername: '20261121-1' };
const queue = (kind: string, more = {}) => ({
  ...{ kind, waiting: 0, released: 0, running: 0, oldest: null },
  ...more,
});
const FOUND = {
  at: '2026-11-21T02:00:00Z',
  dependencies: [
    { name: 'database', millis: 0.42 },
    { name: 'objects', millis: null },
  ],
  auditHead: {
    ...{ state: 'held', comparedAt: '2026-11-21T02:00:00Z' },
    ...{ failingSince: null, obstacle: null },
  },
  process: {
    ...{ version: '0.9.0', began: '2026-11-20T02:00:00Z', residentBytes: 134_217_728 },
    ...{ connections: 5, idleConnections: 3, freeBytes: 5_368_709_120 },
  },
  workers: [
    {
      ...{ name: 'host-7-ab', slots: 2, emergencySlots: 0, seenAt: '2026-11-21T01:59:58Z' },
      tasks: [
        {
          ...{ id: 't1', kind: 'extract_scene', order: ORDER, scene: 'GF1_PMS1_A', attempt: 2 },
          ...{ startedAt: '2026-11-21T01:59:30Z', bytesDone: 30, bytesAll: 40 },
          inEmergencySlot: false,
        },
      ],
    },
    { name: 'host-8-cd', slots: 4, emergencySlots: 1, seenAt: '2026-11-21T01:59:58Z', tasks: [] },
  ],
  queues: [
    queue('extract_scene', {
      waiting: 40,
      released: 2,
      running: 1,
      oldest: '2026-11-21T01:50:00Z',
    }),
    ...['package_order', 'verify_delivery', 'export', 'make_preview'].map((kind) => queue(kind)),
  ],
  throughput: [
    { at: '2026-11-21T01:59:00Z', done: 7, failed: 1 },
    { at: '2026-11-21T02:00:00Z', done: 5, failed: 0 },
  ],
  waits: [
    { at: '2026-11-21T01:59:00Z', medianSeconds: 1.24, p95Seconds: 61.3 },
    { at: '2026-11-21T02:00:00Z', medianSeconds: null, p95Seconds: null },
  ],
  sources: [
    {
      ...{ id: 3, name: 'ftp://192.0.2.8', gate: 'shut', live: 0, cap: 2, share: null },
      ...{ failures: 12, until: '2026-11-21T02:42:00Z', text: '归档60秒没有数据', message: null },
      ...{ bytesPerSecond: null, atBandwidth: false },
    },
    {
      ...{ id: 4, name: 'file:///mnt/archive/', gate: 'open', live: 2, cap: null, share: null },
      ...{ failures: 0, until: null, text: null, message: null },
      ...{ bytesPerSecond: 10_485_760, atBandwidth: true },
    },
  ],
  resting: [
    {
      ...{ isSource: false, id: 'p1', name: '院内服务器', owner: '张三', failures: 4 },
      ...{ until: '2026-11-21T02:08:00Z', text: '连接被拒绝', message: null },
    },
  ],
  transfers: [
    {
      ...{ protocol: 'ftps', order: ORDER, path: 'scenes/a.tif', clientIp: '10.0.0.7' },
      startedAt: '2026-11-21T01:59:50Z',
    },
  ],
  ftpSessions: [
    {
      ...{ id: 's1', account: 'dl20261121', order: ORDER, clientIp: '10.0.0.7', encrypted: true },
      ...{
        since: '2026-11-21T01:00:00Z',
        bytes: 3_221_225_472,
        path: 'scenes/a.tif',
        isEnding: false,
      },
    },
    {
      ...{ id: 's2', account: 'dl20261122', order: ORDER, clientIp: '10.0.0.8', encrypted: false },
      ...{ since: '2026-11-21T01:30:00Z', bytes: 0, path: null, isEnding: true },
    },
  ],
  holdings: {
    ...{ databaseBytes: 1_073_741_824, deliveredBytes: 2_147_483_648, deliveries: 3, closing: 1 },
    ...{ closingBytes: 1_048_576, signedIn: 9, online: 4 },
    ...{ shelfBytes: 5_368_709_120, shelfFiles: 1200 },
  },
};

const answering = (found: object) =>
  server.use(http.get('/api/monitor', () => HttpResponse.json(found)));

async function show() {
  render(
    <Stage at="/monitor">
      <MonitorPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '运行监控', level: 1 });
}

it('says that the clock of the machine is off', async () => {
  const clock = { name: 'clock', millis: null };
  answering({ ...FOUND, dependencies: [...FOUND.dependencies, clock] });
  await show();
  expect(await screen.findByText('本机时钟')).toBeTruthy();
  expect(screen.getByText('与数据库相差超过一分钟')).toBeTruthy();
});

it('says that the audit log is not what stands outside the database', async () => {
  const head = { name: 'audit_head', millis: null };
  const auditHead = { ...FOUND.auditHead, state: 'missing' };
  answering({ ...FOUND, auditHead, dependencies: [...FOUND.dependencies, head] });
  await show();
  expect(await screen.findByText('审计日志')).toBeTruthy();
  expect(
    screen.getByText('与库外保存的链尾不符，请运行 scenedock admin verify-audit'),
  ).toBeTruthy();
});

it('says when the audit log was compared with what stands outside the database', async () => {
  answering(FOUND);
  await show();
  expect(await screen.findByText('审计日志')).toBeTruthy();
  expect(screen.getByText('链尾一致（10:00:00 比对）')).toBeTruthy();
});

it('says since when and why the audit log cannot be compared', async () => {
  const auditHead = {
    ...{ state: 'unknown', comparedAt: '2026-11-21T01:50:00Z' },
    ...{ failingSince: '2026-11-21T01:50:05Z', obstacle: 'objects' },
  };
  answering({ ...FOUND, auditHead });
  await show();
  expect(await screen.findByText('无法比对')).toBeTruthy();
  screen.getByText('自 2026-11-21 09:50:05 起：对象存储没有应答或拒绝读取');
  screen.getByText('最近一次比对 2026-11-21 09:50:00');
});

it('says at a glance whether all is well', async () => {
  answering(FOUND);
  await show();
  const figures = await screen.findByRole('list', { name: '运行概况' });
  expect(
    within(figures)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    '排队任务42最早的已等待 10 分钟',
    '执行中16 个并发位，空闲 5',
    '近一小时完成12另有 1 个失败',
    '正在下载1FTP 与网页下载',
    '在线用户4已登录 9 人',
  ]);
  screen.getByText('0.4 毫秒');
  screen.getByText('无应答');
  screen.getByText('2.0 GB（3 单）');
  screen.getByText('5.0 GB（1,200 个文件）');
  screen.getByText('2 个在用，共 5 个');
});

it('names what each worker is at, and what is fetched', async () => {
  answering(FOUND);
  await show();
  const workers = await screen.findByRole('region', { name: '工作进程' });
  within(workers).getByText('1/2 个并发位');
  within(workers).getByText('30 秒 · 第 2 次执行');
  expect(
    within(workers).getByRole('progressbar', { name: '提取数据' }).getAttribute('aria-valuenow'),
  ).toBe('75');
  expect(within(workers).getByRole('link', { name: '20261121-1' }).getAttribute('href')).toMatch(
    /orderManage_details\/o1$/,
  );
  within(workers).getByText('空闲');
  within(workers).getByText('0/1 个应急并发位');
  const table = screen.getByRole('table', { name: '正在下载的文件' });
  within(table).getByText('scenes/a.tif');
  within(table).getByText('FTPS');
  expect(leastColumnWidth(table, '文件')).toBe(200);
});

it('stands still while the pointer rests on a worker', async () => {
  answering(FOUND);
  await show();
  const worker = await screen.findByRole('heading', { name: 'host-7-ab' });
  fireEvent.pointerEnter(worker.closest('section')?.parentElement ?? worker);
  screen.getByText('指针停留期间暂停更新');
  fireEvent.pointerLeave(worker.closest('section')?.parentElement ?? worker);
  screen.getByText(/每 5 秒更新/);
});

it('says that nobody works, and what to do', async () => {
  const queues = FOUND.queues.map((one) => queue(one.kind));
  answering({ ...FOUND, queues, workers: [], transfers: [], throughput: [] });
  await show();
  await screen.findByText('目前没有人在下载');
  screen.getByText('任务会一直等待。请启动 scenedock serve 或 scenedock worker');
  screen.getByText('没有任务在排队');
  screen.getByText('没有失败');
});

it('names a process that fell silent over its task', async () => {
  const [first] = FOUND.workers;
  answering({ ...FOUND, workers: [{ ...first, slots: 0 }] });
  await show();
  await screen.findByText('已无响应，任务将由其他进程接手');
});

it('says when nothing can be learnt', async () => {
  server.use(http.get('/api/monitor', () => problem(503, 'unavailable', '服务暂时不可用')));
  await show();
  await screen.findByText('服务暂时不可用');
});

it('ends an FTP session after asking, for those who may', async () => {
  const ended: string[] = [];
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(ADMIN)),
    http.get('/api/monitor', () => HttpResponse.json(FOUND)),
    http.delete('/api/monitor/ftp-sessions/:id', ({ params }) => {
      ended.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(
    <Stage at="/monitor">
      <MonitorPage />
    </Stage>,
  );
  const table = within(await screen.findByRole('table', { name: 'FTP 会话' }));
  table.getByText('3.0 GB');
  await table.findByText('正在断开');
  fireEvent.click(await table.findByRole('button', { name: '断开会话 dl20261121' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/可以立即重新登录/);
  expect(ended).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: '确定' }));
  await screen.findByText('会话将在两秒内断开');
  expect(ended).toEqual(['s1']);
});

it('names the shelf where no order is fetched', async () => {
  const [session] = FOUND.ftpSessions;
  const [transfer] = FOUND.transfers;
  answering({
    ...FOUND,
    ftpSessions: [{ ...session, account: 'shelf7', order: null }],
    transfers: [{ ...transfer, order: null }],
  });
  await show();
  const sessions = within(await screen.findByRole('table', { name: 'FTP 会话' }));
  sessions.getByRole('cell', { name: '数据架' });
  const transfers = within(screen.getByRole('table', { name: '正在下载的文件' }));
  transfers.getByRole('cell', { name: '数据架' });
  const files = catchFiles();
  fireEvent.click(screen.getByRole('button', { name: '导出 CSV FTP 会话' }));
  expect((await linesOf(files[0]?.content))[1]).toMatch(/^数据架,shelf7,/);
  fireEvent.click(await sessions.findByRole('button', { name: '断开会话 shelf7' }));
  within(await screen.findByRole('dialog')).getByText(/要停止下载，请停用其账号/);
});

it('shows FTP sessions to those who only watch without a button', async () => {
  setToken('t-watch');
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities: ['/monitor/list'] })),
    http.get('/api/monitor', () => HttpResponse.json(FOUND)),
  );
  render(
    <Stage at="/monitor">
      <MonitorPage />
    </Stage>,
  );
  await screen.findByRole('table', { name: 'FTP 会话' });
  expect(screen.queryByRole('button', { name: /断开会话/ })).toBeNull();
});

it('shows how long tasks waited, the free disk, and what rests', async () => {
  server.use(http.get('/api/monitor', () => HttpResponse.json(FOUND)));
  render(
    <Stage at="/monitor">
      <MonitorPage />
    </Stage>,
  );
  const waits = within(await screen.findByRole('table', { name: '近一小时任务的等待时间' }));
  expect(waits.getAllByRole('row').map((row) => row.textContent)).toEqual([
    expect.stringContaining('95% 任务不超过'),
    '10:00--',
    '09:591.2 秒61.3 秒',
  ]);
  const resting = within(screen.getByRole('table', { name: '暂停使用的来源与目标' }));
  resting.getByText(/推送目标/);
  resting.getByText('连接被拒绝');
  expect(resting.getByRole('link', { name: '院内服务器' }).getAttribute('href')).toContain(
    '/subscribeAudit?tab=targets',
  );
  screen.getByText('5.0 GB');
});

it('names the sources of scenes, and tries one that rests', async () => {
  answering(FOUND);
  const tried: string[] = [];
  server.use(
    http.post('/api/monitor/sources/:id/probe', ({ params }) => {
      tried.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await show();
  const table = await screen.findByRole('table', { name: '归档来源' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'ftp://192.0.2.8暂停 10:42:00 再试0 / 2不限12归档60秒没有数据立即试探',
    'file:///mnt/archive/正常 210.0 MB/s，已达上限0-',
  ]);
  fireEvent.click(within(table).getByRole('button', { name: '立即试探 ftp://192.0.2.8' }));
  await screen.findByText('先执行一个任务，成功后恢复正常');
  expect(tried).toEqual(['3']);
});

it('gives a source other limits, for those who may', async () => {
  setToken('t-steer');
  const set: unknown[] = [];
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(ADMIN)),
    http.put('/api/monitor/sources/:id', async ({ request }) => {
      set.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  answering(FOUND);
  await show();
  const name = '修改 file:///mnt/archive/ 的限额';
  fireEvent.click(await screen.findByRole('button', { name }));
  const share = await screen.findByRole('textbox', { name: '占并发位的百分比' });
  fireEvent.change(share, { target: { value: '101' } });
  expect(share.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(share, { target: { value: '25' } });
  const rate = screen.getByRole('textbox', { name: '读取带宽上限 (MB/s)' });
  fireEvent.change(rate, { target: { value: '0.01' } });
  expect(rate.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(rate, { target: { value: '20' } });
  fireEvent.click(screen.getByRole('button', { name: '修改限额' }));
  await screen.findByText('限额已修改');
  expect(set).toEqual([{ share: 25, bytesPerSecond: 20_971_520 }]);
});

it('saves each table as CSV, and as Excel', async () => {
  answering(FOUND);
  const files = catchFiles();
  await show();
  const names = ['任务队列', '暂停使用的来源与目标', '归档来源', '正在下载的文件', 'FTP 会话'];
  for (const name of names) {
    fireEvent.click(await screen.findByRole('button', { name: `导出 CSV ${name}` }));
    screen.getByRole('button', { name: `导出 Excel ${name}` });
  }
  expect(files.map(({ name }) => name)).toEqual(names.map((name) => `${name}.csv`));
  const tables = await Promise.all(files.map(({ content }) => linesOf(content)));
  const [queues, ...others] = tables;
  expect(queues?.slice(0, 3)).toEqual([
    '任务,等待,待领取,执行中,最早等待（小时）',
    `提取数据,40,2,1,${600 / 3600}`,
    '打包,0,0,0,',
  ]);
  expect(others).toEqual([
    ['名称,连续失败,下次试探,原因', '推送目标 院内服务器 · 张三,4,2026-11-21 10:08:00,连接被拒绝'],
    [
      '来源,状态,占用,名额,读取带宽上限（字节/秒）,连续失败,原因',
      'ftp://192.0.2.8,暂停 2026-11-21 10:42:00 再试,0,2,,12,归档60秒没有数据',
      'file:///mnt/archive/,正常,2,,10485760,0,',
    ],
    [
      '订单,文件,协议,来源地址,开始时间',
      '20261121-1,scenes/a.tif,FTPS,10.0.0.7,2026-11-21 09:59:50',
    ],
    [
      '订单,下载账号,来源地址,登录时间,已下载（字节）,正在下载',
      '20261121-1,dl20261121,10.0.0.7 加密,2026-11-21 09:00:00,3221225472,scenes/a.tif',
      '20261121-1,dl20261122,10.0.0.8 未加密,2026-11-21 09:30:00,0,空闲',
    ],
  ]);
});
