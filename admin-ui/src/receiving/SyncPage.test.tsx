import { type ReceiveTask, storeLocale } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { SyncPage } from './SyncPage';

useServer();

const TASK: ReceiveTask = {
  id: 't1',
  name: '省级节点',
  definition: {
    kind: 'scenedock',
    location: 'https://data.example.cn/stac',
    collections: ['GF1'],
    verification: 'checksum',
    settleSeconds: 0,
    contents: null,
    region: '',
    loginName: '',
    withFiles: true,
    area: [100, 30, 110, 40.5],
    takenFrom: '2025-12-31T16:00:00Z',
    takenUntil: '2026-06-30T15:59:59Z',
  },
  everyMinutes: 60,
  cron: null,
  standing: 'running',
  paused: false,
  nextRunAt: '2026-11-28T01:00:00Z',
  failures: 0,
  restsUntil: null,
  failure: null,
  updatedUntil: null,
  createdBy: '管理员',
  createdAt: '2026-11-25T01:00:00Z',
  liveRun: null,
  lastRunAt: null,
  lastRunFailed: false,
  received: 12,
};

let asked: URLSearchParams[] = [];
let sent: unknown[] = [];

beforeEach(() => {
  asked = [];
  sent = [];
  server.use(
    http.get('/api/receive-tasks', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: [TASK], total: 1 });
    }),
    http.post('/api/receive-tasks', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(TASK, { status: 201 });
    }),
    http.put('/api/receive-tasks/t1', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(TASK);
    }),
    http.post('/api/receive-dry-runs', async ({ request }) => {
      sent.push(await request.json());
      return problem(409, 'too_many', '试运行已达上限');
    }),
  );
});

function show() {
  render(
    <Stage at="/dataSyncTask">
      <SyncPage />
    </Stage>,
  );
}

async function openDialog(button: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('tasks of synchronisation', () => {
  it('are those alone that copy from another installation, and say which part', async () => {
    show();
    await screen.findByText('省级节点');
    screen.getByText('另一套本系统 · https://data.example.cn/stac');
    screen.getByText(
      '目录和数据文件 · 范围：西 100°、南 30°、东 110°、北 40.5° · 采集于 2026-01-01 至 2026-06-30 · 集合：GF1',
    );
    expect(asked[0]?.get('synchronises')).toBe('true');
  });

  it('say what to do where there are none', async () => {
    server.use(http.get('/api/receive-tasks', () => HttpResponse.json({ items: [], total: 0 })));
    show();
    await screen.findByText('还没有同步任务');
    screen.getByText(/请对方在其“接入系统”页面为本单位发放令牌/);
  });

  it('say that the server is not there', async () => {
    server.use(http.get('/api/receive-tasks', () => problem(503, 'unavailable', '服务暂不可用')));
    show();
    await screen.findByText('服务暂不可用');
  });

  it('are made with what the other system is asked for, and no choice of kind or verification', async () => {
    show();
    const dialog = await openDialog('新增同步任务');
    dialog.getByText(/主机须在 ARCHIVE_HOSTS 中/);
    for (const label of ['来源类型', '核对', /^文件静置时间/]) {
      expect(dialog.queryByLabelText(label)).toBeNull();
    }
    type(/^名称/, '全国节点');
    type(/^对方系统地址/, ' https://data.example.cn/stac ');
    type(/^令牌/, 'sdk_secret');
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          name: '全国节点',
          definition: {
            kind: 'scenedock',
            location: 'https://data.example.cn/stac',
            collections: [],
            verification: 'checksum',
            settleSeconds: 0,
            withFiles: false,
            secret: 'sdk_secret',
          },
          everyMinutes: 15,
        },
      ]),
    );
  });

  it('are changed without the token typed anew, with the same part', async () => {
    show();
    const dialog = await openDialog('修改');
    dialog.getByText('留空则不变；更换主机时须重新填写。');
    dialog.getByText(/任务自动从头核对/);
    expect(dialog.getByLabelText(/^令牌/)).toHaveProperty('value', '');
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      name: '省级节点',
      definition: {
        kind: 'scenedock',
        location: 'https://data.example.cn/stac',
        collections: ['GF1'],
        verification: 'checksum',
        settleSeconds: 0,
        withFiles: true,
        area: [100, 30, 110, 40.5],
        takenFrom: '2025-12-31T16:00:00Z',
        takenUntil: '2026-06-30T15:59:59Z',
      },
      everyMinutes: 60,
    });
  });

  it('are changed without moving bounds that no day shows wholly', async () => {
    const [takenFrom, takenUntil] = ['2026-01-01T01:30:00Z', '2026-06-30T10:00:00.5Z'];
    const definition = { ...TASK.definition, takenFrom, takenUntil };
    server.use(
      http.get('/api/receive-tasks', () =>
        HttpResponse.json({ items: [{ ...TASK, definition }], total: 1 }),
      ),
    );
    show();
    const dialog = await openDialog('修改');
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ definition: { takenFrom, takenUntil } });
  });

  it('need four degrees of an area or none, and are tried out as the others are', async () => {
    show();
    const dialog = await openDialog('修改');
    type('西经界', '');
    dialog.getByText('范围须填写西、南、东、北四个度数，或全部留空');
    const save = dialog.getByRole('button', { name: '确定' });
    const tryOut = dialog.getByRole('button', { name: '试运行' });
    expect(save).toHaveProperty('disabled', true);
    expect(tryOut).toHaveProperty('disabled', true);
    for (const side of ['南纬界', '东经界', '北纬界']) type(side, '');
    fireEvent.click(tryOut);
    await dialog.findByText('试运行已达上限');
    expect(sent[0]).not.toHaveProperty('area');
    expect(sent[0]).toMatchObject({ kind: 'scenedock', taskId: 't1' });
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
    const dialog = await openDialog('从头核对');
    dialog.getByText(/“省级节点”将忘记看过的内容/);
    expect(started).toBe(0);
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await screen.findByText('操作成功');
    expect(started).toBe(1);
  });

  it('speak English', async () => {
    storeLocale('en');
    show();
    await screen.findByRole('heading', { name: 'Synchronisation' });
    await screen.findByText(/^Catalogue and data files · Area: west 100°/);
    screen.getByRole('button', { name: 'Start over' });
  });
});
