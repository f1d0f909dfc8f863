import type { ReceiveRun, ReceiveTask } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { leastColumnWidth } from '../test/leastWidth';
import { Stage } from '../test/Stage';
import { catchFiles, linesOf } from '../test/savedFiles';
import { ADMIN, problem, server, useServer } from '../test/server';
import { ReceivingPage } from './ReceivingPage';

useServer();

const FOLDER = {
  kind: 'item_folder',
  location: '/data/incoming',
  collections: [],
  verification: 'checksum',
  settleSeconds: 60,
} as const satisfies Partial<ReceiveTask['definition']>;

const DEFINITION = {
  ...FOLDER,
  collections: [],
  contents: null,
  region: '',
  loginName: '',
  withFiles: false,
  area: null,
  takenFrom: null,
  takenUntil: null,
} satisfies ReceiveTask['definition'];

const TASK: ReceiveTask = {
  id: 't1',
  name: '高分二号',
  definition: DEFINITION,
  everyMinutes: 15,
  cron: null,
  standing: 'resting',
  paused: false,
  nextRunAt: '2026-11-26T01:00:00Z',
  failures: 3,
  restsUntil: '2026-11-26T01:00:00Z',
  failure: {
    class: 'transient_io',
    text: '归档目录不可用（不存在或未挂载）',
    message: { code: 'failure.root_away' },
  },
  updatedUntil: null,
  createdBy: '管理员',
  createdAt: '2026-11-25T01:00:00Z',
  liveRun: null,
  lastRunAt: '2026-11-26T00:45:00Z',
  lastRunFailed: true,
  received: 1234,
};

const RUN: ReceiveRun = {
  id: 'r1',
  taskId: 't1',
  definition: DEFINITION,
  trigger: 'schedule',
  requestedBy: '',
  state: 'done',
  createdAt: '2026-11-26T00:00:00Z',
  begunAt: '2026-11-26T00:00:01Z',
  endedAt: '2026-11-26T00:00:09Z',
  added: 12,
  updated: 0,
  same: 0,
  refused: 1,
  waiting: 0,
  bytes: 2048,
  known: 40,
  more: false,
  failure: null,
};

const FILE = {
  id: 1,
  name: 'a/wrong.json',
  dataId: 'wrong',
  size: 5,
  outcome: 'refused',
  reason: 'checksum_differs',
  text: '校验和不符',
  message: { code: 'failure.checksum_differs' },
  at: '2026-11-26T00:00:05Z',
};

let sent: unknown[] = [];
let asked: URLSearchParams[] = [];

beforeEach(() => {
  sent = [];
  asked = [];
  server.use(
    http.get('/api/receive-tasks', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: [TASK], total: 1 });
    }),
    http.get('/api/receive-tasks/t1', () => HttpResponse.json(TASK)),
    http.get('/api/receive-tasks/t1/runs', ({ request }) => {
      const errors = [{ class: 'transient_io', runs: 3 }];
      const asked = new URL(request.url).searchParams.get('errorClass');
      const items = asked === null ? [RUN] : [];
      return HttpResponse.json({ items, total: items.length, errors });
    }),
    http.get('/api/receive-runs/r1', () => HttpResponse.json(RUN)),
    http.get('/api/receive-runs/r1/files', () => HttpResponse.json({ items: [FILE], total: 1 })),
    http.post('/api/receive-dry-runs', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...RUN, state: 'live' }, { status: 202 });
    }),
    http.post('/api/receive-tasks', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(TASK, { status: 201 });
    }),
  );
});

function show(at = '/dataTask') {
  render(
    <Stage at={at}>
      <ReceivingPage />
    </Stage>,
  );
}

describe('receive tasks', () => {
  it('say how they stand and why they rest', async () => {
    show();
    await screen.findByText('高分二号');
    screen.getByText('出错后等待');
    screen.getByText('归档目录不可用（不存在或未挂载）');
    screen.getByText('每 15 分钟');
    screen.getByText('1,234');
    expect(asked[0]?.get('synchronises'), 'those have a page of their own').toBe('false');
    const table = screen.getByRole('table', { name: '数据接收' });
    const heads = ['名称', '状态', '上次运行'];
    expect(heads.map((head) => leastColumnWidth(table, head))).toEqual([200, 160, 120]);
  });

  it('show their last page where the address names one that is gone', async () => {
    server.use(
      http.get('/api/receive-tasks', ({ request }) => {
        const isThere = Number(new URL(request.url).searchParams.get('page')) <= 2;
        return HttpResponse.json({ items: isThere ? [TASK] : [], total: 21 });
      }),
    );
    show('/dataTask?page=9');
    await screen.findByText('高分二号');
    expect(screen.getByTestId('address').textContent).toBe('/dataTask?page=2');
  });

  it('are saved, those of all pages', async () => {
    const files = catchFiles();
    show();
    fireEvent.click(await screen.findByRole('button', { name: /^导出 CSV/ }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(asked.at(-1)?.get('pageSize')).toBe('1000');
    const lines = await linesOf(files[0]?.content);
    expect(lines[1]).toMatch(
      /^高分二号,.*,\/data\/incoming,出错后等待 · .*归档目录不可用（不存在或未挂载）,每 15 分钟,.*,1234$/,
    );
  });

  it('of another installation are made elsewhere', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: '新增接收任务' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.mouseDown(dialog.getByRole('combobox', { name: '来源类型' }));
    await screen.findByRole('option', { name: 'STAC API' });
    expect(screen.queryByRole('option', { name: '另一套本系统' })).toBeNull();
  });

  it('start over after the question', async () => {
    let started = 0;
    server.use(
      http.post('/api/receive-tasks/t1/start-over', () => {
        started += 1;
        return HttpResponse.json(TASK);
      }),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: '从头核对' }));
    const dialog = within(await screen.findByRole('dialog', { name: '从头核对' }));
    expect(started).toBe(0);
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(started).toBe(1));
  });

  it('say what the server says when a run is under way', async () => {
    server.use(
      http.post('/api/receive-tasks/t1/runs', () =>
        problem(409, 'receive_run_under_way', '接收任务正在运行，请等本次运行结束'),
      ),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: '立即运行' }));
    await screen.findByText(/接收任务正在运行/);
  });

  it('are tried out before they are saved', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: '新增接收任务' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/^名称/), { target: { value: '新来源' } });
    fireEvent.change(dialog.getByLabelText(/^目录/), {
      target: { value: ' /data/incoming ' },
    });
    fireEvent.click(dialog.getByRole('button', { name: '试运行' }));
    await dialog.findByText(/将新增 12 景/);
    await dialog.findByText('a/wrong.json');
    dialog.getByText('校验和与声明不符');
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([FOLDER, { name: '新来源', definition: FOLDER, everyMinutes: 15 }]);
  });
});

describe('a receive task that one signs in for', () => {
  it('has the fields of its kind, and keeps a secret that is not typed anew', async () => {
    const bucket: ReceiveTask = {
      ...TASK,
      definition: {
        ...DEFINITION,
        kind: 's3',
        location: 'https://s3.example.cn/inbox',
        contents: 'rasters',
        loginName: 'AKIA',
      },
    };
    server.use(
      http.get('/api/receive-tasks', () => HttpResponse.json({ items: [bucket], total: 1 })),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: '修改' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByLabelText(/^存储桶地址/);
    dialog.getByLabelText('区域（可空）');
    dialog.getByLabelText('编入的集合（空为未分类）');
    expect(dialog.getByLabelText('访问密钥')).toHaveProperty('value', '');
    dialog.getByText(/^留空则不变/);
    fireEvent.click(dialog.getByRole('button', { name: '试运行' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      kind: 's3',
      location: 'https://s3.example.cn/inbox',
      collections: [],
      verification: 'checksum',
      settleSeconds: 60,
      contents: 'rasters',
      region: '',
      loginName: 'AKIA',
      taskId: 't1',
    });
    fireEvent.change(dialog.getByLabelText('访问密钥'), { target: { value: 'another' } });
    await dialog.findByText(/将新增 12 景/);
    fireEvent.click(dialog.getByRole('button', { name: '试运行' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ secret: 'another' });
  });
});

describe('the history of a receive task', () => {
  it('counts errors by class and opens the items of a run', async () => {
    show('/dataTask?task=t1');
    await screen.findByText('“高分二号”的接收历史');
    const runs = screen.getByRole('table', { name: '历史' });
    expect(['开始', '结果'].map((head) => leastColumnWidth(runs, head))).toEqual([120, 160]);
    fireEvent.click(await screen.findByRole('button', { name: '明细' }));
    await screen.findByText('a/wrong.json');
    const items = screen.getByRole('table', { name: '条目明细' });
    expect(['条目', '原因'].map((head) => leastColumnWidth(items, head))).toEqual([200, 180]);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    fireEvent.click(screen.getByText('来源暂时不可用 3'));
    await screen.findByText('还没有运行记录');
    expect(screen.queryByRole('button', { name: /^导出/ }), 'nothing to save').toBeNull();
  });

  it('is saved', async () => {
    const files = catchFiles();
    show('/dataTask?task=t1');
    await screen.findByText('“高分二号”的接收历史');
    fireEvent.click(await screen.findByRole('button', { name: '导出 CSV “高分二号”的接收历史' }));
    await screen.findByRole('button', { name: '导出 Excel “高分二号”的接收历史' });
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('“高分二号”的接收历史.csv');
    expect(await linesOf(files[0]?.content)).toEqual([
      '开始,触发,结果,新增,更新,无变化,拒绝,等待,未变文件,数据量（字节）',
      '2026-11-26 08:00,按计划,完成,12,0,0,1,0,40,2048',
    ]);
  });

  it('saves all items of a run, not only those of the page', async () => {
    const pages: [string | null, string | null][] = [];
    server.use(
      http.get('/api/receive-runs/r1/files', ({ request }) => {
        const query = new URL(request.url).searchParams;
        if (query.get('pageSize') === '1000') pages.push([query.get('page'), query.get('outcome')]);
        const first = Number(query.get('page')) === 1;
        const item = first ? FILE : { ...FILE, id: 2, name: '=last.json', size: 0 };
        return HttpResponse.json({ items: [item], total: 1001 });
      }),
    );
    const files = catchFiles();
    show('/dataTask?task=t1&run=r1');
    fireEvent.click(await screen.findByRole('button', { name: '拒绝' }));
    fireEvent.click(await screen.findByRole('button', { name: '导出 CSV 条目明细' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(pages).toEqual([
      ['1', 'refused'],
      ['2', 'refused'],
    ]);
    const [heads, first, last] = await linesOf(files[0]?.content);
    expect(heads).toBe('条目,结果,原因,大小（字节）');
    expect(first).toMatch(/^a\/wrong.json,拒绝,校验和与声明不符 · .*,5$/);
    expect(last).toMatch(/^'=last.json,拒绝,.*,$/);
  });

  it('is no workbook for who may have none made', async () => {
    let answered = 0;
    server.use(
      http.get('/api/auth/me', () => {
        answered += 1;
        return HttpResponse.json({ ...ADMIN, authorities: ['/catalogue/save'] });
      }),
    );
    show('/dataTask?task=t1&run=r1');
    await screen.findByRole('button', { name: '导出 CSV 条目明细' });
    await waitFor(() => expect(answered).toBeGreaterThan(0));
    expect(screen.queryByRole('button', { name: '导出 Excel 条目明细' })).toBeNull();
  });
});
