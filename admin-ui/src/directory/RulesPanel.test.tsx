import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { DirectoryPage } from './DirectoryPage';

useServer();

const node = (id: number, parentId: number | null, label: string) => ({
  ...{ id, parentId, label, labelEn: '', objType: 'WX', dataType: 0, collection: null },
  ...{ fieldList: null, count: 12, version: 7, mayChange: true },
});

const NODES = [node(1, null, '卫星影像'), node(2, 1, '高分一号')];

let sent: unknown = null;

beforeEach(() => {
  sent = null;
  server.use(
    http.get('/api/catalog/nodes', () =>
      HttpResponse.json({ items: NODES, total: 2, mayChangeAll: true }),
    ),
  );
});

async function show(at: string) {
  render(
    <Stage at={at}>
      <DirectoryPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '目录管理' });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('placement rules', () => {
  it('are tried before they are saved, and saved with what was read', async () => {
    server.use(
      http.get('/api/catalog/ingestRules', () =>
        HttpResponse.json({
          rules: [
            { number: 1, collection: 'gf*', satellite: '', sensor: '', level: '', nodeId: 2 },
          ],
          fallbackId: null,
          version: 3,
          mayChange: true,
        }),
      ),
      http.post('/api/catalog/ingestRules/dryRun', () =>
        HttpResponse.json({
          collections: 40,
          placed: 37,
          toFallback: 3,
          toNewNodes: 0,
          items: [],
        }),
      ),
      http.put('/api/catalog/ingestRules', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ rules: [], fallbackId: null, version: 4, mayChange: true });
      }),
    );
    await show('/directoryConfig?view=rules');
    const satellite = await screen.findByRole('textbox', { name: '第 1 条规则的卫星' });
    expect(screen.getByRole('button', { name: '保存' }).hasAttribute('disabled')).toBe(true);
    fireEvent.change(satellite, { target: { value: 'GF1' } });
    press('试算');
    await screen.findByText('40 个数据集中有 37 个能归类；3 个归入默认节点');
    press('保存');
    await screen.findByText('保存成功！');
    expect(sent).toEqual({
      rules: [{ collection: 'gf*', satellite: 'GF1', sensor: '', level: '', nodeId: 2 }],
      fallbackId: null,
      version: 3,
    });
  });

  it('are only read by whom they lead out of sight, with the numbers that they have', async () => {
    const rule = { number: 4, collection: 'gf*', satellite: '', sensor: '', level: '', nodeId: 2 };
    server.use(
      http.get('/api/catalog/ingestRules', () =>
        HttpResponse.json({ rules: [rule], fallbackId: null, version: 3, mayChange: false }),
      ),
    );
    await show('/directoryConfig?view=rules');
    await screen.findByText(/归入您看不到的节点的规则未列出/);
    const row = within(screen.getByRole('table', { name: '入库归类' })).getAllByRole('row')[1];
    expect(row?.textContent).toBe('4gf****高分一号');
    expect(screen.queryByRole('button', { name: '新增规则' })).toBeNull();
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
    expect(screen.queryByText('不指定：为新的数据集新建节点')).toBeNull();
  });

  it('stay as they are written where somebody else was faster, and are not left without a question', async () => {
    const rule = { collection: 'gf*', satellite: '', sensor: '', level: '', nodeId: 2 };
    let version = 3;
    const bases: number[] = [];
    server.use(
      http.get('/api/catalog/ingestRules', () =>
        HttpResponse.json({
          rules: [{ ...rule, number: 1, level: 'L1' }],
          fallbackId: null,
          version,
          mayChange: true,
        }),
      ),
      http.put('/api/catalog/ingestRules', async ({ request }) => {
        const body = (await request.json()) as { version: number };
        bases.push(body.version);
        if (body.version !== 4) {
          version = 4;
          return problem(409, 'changed_meanwhile', '内容已被其他管理员修改');
        }
        return HttpResponse.json({ ...body, version: 5, mayChange: true });
      }),
    );
    await show('/directoryConfig?view=rules');
    const satellite = () => screen.getByRole('textbox', { name: '第 1 条规则的卫星' });
    await screen.findByRole('textbox', { name: '第 1 条规则的卫星' });
    fireEvent.change(satellite(), { target: { value: 'GF1' } });
    fireEvent.click(screen.getByRole('tab', { name: '目录节点' }));
    await screen.findByText('有未保存的修改，离开后将丢失。确定离开吗？');
    press('取消');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('保存');
    await screen.findByText(/内容已被其他管理员修改/);
    await waitFor(() => {
      expect(satellite()).toHaveProperty('value', 'GF1');
      const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存' });
      if (!save.disabled && bases.at(-1) !== 4) fireEvent.click(save);
      expect(bases.at(-1)).toBe(4);
    });
    await screen.findByText('保存成功！');
    expect(satellite()).toHaveProperty('value', 'GF1');
  });
});
