import { AUTHORITIES } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { MetadataExportPage } from './MetadataExportPage';

useServer();

const EXPORT = {
  uuid: 'u1',
  kind: 'csv',
  content: 'metadata',
  count: 12000,
  written: 6000,
  F_STATUS: '0',
  F_ZIPURL: null,
  fileName: null,
  message: null,
  failure: null,
  creattime: '2026-11-27T02:00:00Z',
  expiresAt: null,
};

let counted: unknown[] = [];
let begun: unknown[] = [];
let removed: string[] = [];
let count = 1234;
let exports: object[] = [];

beforeEach(() => {
  [counted, begun, removed, exports] = [[], [], [], []];
  count = 1234;
  server.use(
    http.get('/api/auth/me', () =>
      HttpResponse.json({
        id: 'me',
        loginName: 'admin',
        userName: '管理员',
        role: 'admin',
        authorities: AUTHORITIES.admin,
      }),
    ),
    http.get('/api/catalog/tree', () =>
      HttpResponse.json([{ id: 7, label: '高分一号PMS', children: [] }]),
    ),
    http.get('/api/scenes/satellites', () =>
      HttpResponse.json({ items: [{ satelite: 'GF1', count: 9 }], total: 1 }),
    ),
    http.post('/api/exports/count', async ({ request }) => {
      counted.push(await request.json());
      return HttpResponse.json({ count, most: 200000 });
    }),
    http.get('/api/exports', () => HttpResponse.json({ items: exports, total: exports.length })),
    http.post('/api/exports', async ({ request }) => {
      begun.push(await request.json());
      exports = [EXPORT];
      return HttpResponse.json({ uuid: 'u1' }, { status: 202 });
    }),
    http.delete('/api/exports/:uuid', ({ params }) => {
      removed.push(String(params.uuid));
      exports = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function show(at = '/metadataExport') {
  render(
    <Stage at={at}>
      <MetadataExportPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '元数据导出' });
}

const start = () => screen.findByRole('button', { name: '开始导出' });

describe('an export of metadata', () => {
  it('is counted as the address says, begun, watched and ended', async () => {
    await show('/metadataExport?satellites=GF1&from=2024-01-01&cloud=20&format=xlsx');
    expect(await screen.findByText('将导出 1,234 景')).toBeTruthy();
    const search = { satellites: ['GF1'], from: '2024-01-01', cloudMax: 20 };
    expect(counted).toEqual([search]);
    expect((screen.getByRole('radio', { name: 'Excel' }) as HTMLInputElement).checked).toBe(true);
    expect(screen.getByText('暂无导出')).toBeTruthy();
    fireEvent.click(await start());
    const table = await screen.findByRole('table', { name: '我的导出' });
    expect(begun).toEqual([{ kind: 'xlsx', content: 'metadata', search }]);
    expect(within(table).getByText('已写入 6,000 / 12,000 景')).toBeTruthy();
    expect(within(table).getByText('CSV · 元数据')).toBeTruthy();
    fireEvent.click(within(table).getByRole('button', { name: /^取消/ }));
    fireEvent.click(await screen.findByRole('button', { name: '确定' }));
    await waitFor(() => expect(removed).toEqual(['u1']));
    expect(await screen.findByText('暂无导出')).toBeTruthy();
  });

  it('is asked for anew when the filters are sent', async () => {
    await show();
    await screen.findByText('将导出 1,234 景');
    fireEvent.change(screen.getByLabelText('关键词'), { target: { value: 'PMS' } });
    fireEvent.change(screen.getByLabelText('云量上限（%）'), { target: { value: '120' } });
    fireEvent.click(screen.getByRole('button', { name: '统计景数' }));
    expect(await screen.findByText('请填写 0 到 100 之间的数字')).toBeTruthy();
    expect(counted).toEqual([{}]);
    fireEvent.change(screen.getByLabelText('云量上限（%）'), { target: { value: '12.5' } });
    fireEvent.click(screen.getByRole('button', { name: '统计景数' }));
    await waitFor(() => expect(counted.at(-1)).toEqual({ text: 'PMS', cloudMax: 12.5 }));
  });

  it('is not offered of nothing, nor of more than one export holds', async () => {
    count = 200001;
    await show();
    expect((await screen.findByRole('alert')).textContent).toContain('单次导出不超过 200,000 景');
    expect((await start()).hasAttribute('disabled')).toBe(true);
  });

  it('is not offered of nothing', async () => {
    count = 0;
    await show();
    expect(await screen.findByText('没有符合条件的景')).toBeTruthy();
    expect((await start()).hasAttribute('disabled')).toBe(true);
  });

  it('says why the server refuses it', async () => {
    server.use(
      http.post('/api/exports', () =>
        problem(429, 'too_many_exports', '已有 5 个导出任务正在进行，请稍后再试。'),
      ),
    );
    await show();
    fireEvent.click(await start());
    expect(await screen.findByText(/已有 5 个导出任务正在进行/)).toBeTruthy();
  });
});
