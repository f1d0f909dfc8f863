import type { Field, FieldList } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { FieldsPage } from './FieldsPage';

useServer();

const field = (key: string, label: string): Field => ({ key, label, labelEn: key, kind: 'text' });

const list = (name: string, label: string, nodeIds: number[] = []): FieldList => ({
  name,
  label,
  display: [field('dataname', '数据名称'), field('orbit', '轨道号')],
  query: [field('satelite', '卫星')],
  nodeIds,
  version: 1,
});

const SCENE = {
  dataid: 's',
  dataname: '景 s',
  exists: true,
  properties: { 'sat:absolute_orbit': 4711, 'eo:snow_cover': 3 },
};

let lists: FieldList[] = [];
let changeableNodeIds = [1, 2];
let fixedList = '';
const sent: unknown[] = [];

beforeEach(() => {
  lists = [list('default', '默认'), list('hy', 'HY 卫星', [1]), list('own', '自建')];
  changeableNodeIds = [1, 2];
  fixedList = '';
  sent.length = 0;
  server.use(
    http.get('/api/catalog/fieldLists', () =>
      HttpResponse.json({
        items: lists,
        total: 3,
        changeableLists: lists.map(({ name }) => name).filter((name) => name !== fixedList),
        changeableNodeIds,
      }),
    ),
    http.get('/api/catalog/tree', () =>
      HttpResponse.json([
        {
          id: 1,
          label: '卫星影像',
          objType: 'WX',
          count: 5,
          children: [{ id: 2, label: '海洋一号', objType: 'WX', count: 2, children: [] }],
        },
      ]),
    ),
    http.post('/api/scenes/search', () => HttpResponse.json({ items: [SCENE], total: 1 })),
    http.get('/api/scenes/s', () => HttpResponse.json(SCENE)),
    http.put('/api/catalog/fieldLists/:name', async ({ request, params }) => {
      const body = (await request.json()) as Omit<FieldList, 'name' | 'nodeIds'>;
      sent.push([params.name, body]);
      const next = { ...body, name: String(params.name), nodeIds: [], version: body.version + 1 };
      lists = [...lists.filter(({ name }) => name !== params.name), next];
      return HttpResponse.json(next);
    }),
    http.put('/api/catalog/nodes/:id/fields', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return HttpResponse.json({ list: 'hy', inherited: false, display: [], query: [] });
    }),
  );
});

async function show(at = '/fieldConfig') {
  render(
    <Stage at={at}>
      <FieldsPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '字段配置' });
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const keys = () =>
  screen.getAllByRole('row').flatMap((row) => row.querySelector('code')?.textContent ?? []);

describe('field lists', () => {
  it('say what nodes have them; the default one is for all others', async () => {
    await show();
    expect(await screen.findByText(/其余节点沿用$/)).toBeTruthy();
    expect(screen.getByText(/1 个节点$/)).toBeTruthy();
    expect(screen.getByText(/无节点指定$/)).toBeTruthy();
  });

  it('are changed, put in order and saved', async () => {
    await show();
    fireEvent.click(await button('下移 数据名称'));
    expect(keys()).toEqual(['orbit', 'dataname']);
    fireEvent.change(screen.getByRole('textbox', { name: '中文标签：轨道号' }), {
      target: { value: '轨道' },
    });
    fireEvent.change(screen.getByRole('combobox', { name: '添加字段' }), {
      target: { value: 'properties.eo:snow_cover' },
    });
    fireEvent.click(await button('添加字段'));
    fireEvent.click(await button('保存'));
    await screen.findByText('保存成功！');
    expect(sent).toEqual([
      [
        'default',
        {
          label: '默认',
          display: [
            { ...field('orbit', '轨道') },
            field('dataname', '数据名称'),
            {
              key: 'properties.eo:snow_cover',
              label: 'eo:snow_cover',
              labelEn: 'eo:snow_cover',
              kind: 'text',
            },
          ],
          query: [field('satelite', '卫星')],
          version: 1,
        },
      ],
    ]);
  });

  it('are read only where a node that has them is not theirs to change', async () => {
    fixedList = 'default';
    await show();
    await screen.findByText('超出自己的数据范围，不能修改');
    const label = screen.getByRole<HTMLInputElement>('textbox', { name: /列表名称/ });
    expect(label.disabled).toBe(true);
    const fields = within(screen.getByRole('table', { name: '显示字段' }));
    fields.getByRole('row', { name: 'orbit 轨道号 orbit 文本 —' });
    for (const role of ['textbox', 'combobox', 'button']) {
      expect(fields.queryAllByRole(role)).toEqual([]);
    }
    expect(document.querySelector('[draggable=true]')).toBeNull();
    expect(screen.queryByRole('combobox', { name: '添加字段' })).toBeNull();
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /HY 卫星/ }));
    await waitFor(() => expect(screen.queryByText('超出自己的数据范围，不能修改')).toBeNull());
    await button('下移 数据名称');
    await button('保存');
  });

  it('are put in order by dragging', async () => {
    await show();
    await button('下移 数据名称');
    const rows = screen.getAllByRole('row').slice(1);
    const dataTransfer = { setData: () => undefined, effectAllowed: '' };
    fireEvent.dragStart(screen.getByTitle('拖动 轨道号'), { dataTransfer });
    fireEvent.dragOver(rows[0] as Element);
    fireEvent.drop(rows[0] as Element);
    expect(keys()).toEqual(['orbit', 'dataname']);
  });

  it('say why a field cannot be added', async () => {
    await show();
    const type = (value: string) =>
      fireEvent.change(screen.getByRole('combobox', { name: '添加字段' }), { target: { value } });
    await button('下移 数据名称');
    type('nothing');
    fireEvent.click(await button('添加字段'));
    screen.getByText('请选择已知字段，或输入 properties.名称');
    type('orbit');
    screen.getByText('该字段已在列表中');
    fireEvent.click(screen.getByRole('tab', { name: /查询字段/ }));
    type('centerLatitude');
    fireEvent.click(await button('添加字段'));
    screen.getByText('由空间范围计算的字段不能用于查询');
  });

  it('are previewed with a real scene, unsaved changes too', async () => {
    await show();
    fireEvent.change(await screen.findByRole('textbox', { name: '中文标签：轨道号' }), {
      target: { value: '圈号' },
    });
    fireEvent.click(screen.getByRole('tab', { name: '预览' }));
    await screen.findByText('数据详情：景 s');
    screen.getByText('圈号');
    screen.getByText('4711');
  });

  it('are added as a copy of another', async () => {
    await show();
    fireEvent.click(await button('新增列表'));
    const dialog = within(await screen.findByRole('dialog', { name: '新增字段列表' }));
    const type = (name: RegExp, value: string) =>
      fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } });
    type(/标识/, 'Bad-Name');
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    dialog.getByText('只能由小写字母、数字和下划线组成，最多40个字符');
    dialog.getByText('请填写列表名称');
    type(/标识/, 'hy');
    dialog.getByText('该标识已存在');
    type(/标识/, 'zy3');
    type(/列表名称/, '资源三号');
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('list=zy3'));
    expect(sent).toMatchObject([['zy3', { label: '资源三号', display: [{}, {}] }]]);
  });

  it('that are changed are not left without a question, but for their own tabs', async () => {
    await show();
    const label = await screen.findByRole('textbox', { name: '中文标签：轨道号' });
    fireEvent.change(label, { target: { value: '圈号' } });
    const address = () => screen.getByTestId('address').textContent;
    fireEvent.click(screen.getByRole('tab', { name: /查询字段/ }));
    await waitFor(() => expect(address()).toBe('/fieldConfig?tab=query'));
    const asks = '当前列表有未保存的修改，确定放弃？';
    for (const leave of [
      () => screen.getByRole('tab', { name: '目录节点' }),
      () => screen.getByRole('button', { name: /HY 卫星/ }),
    ]) {
      fireEvent.click(leave());
      await screen.findByText(asks);
      fireEvent.click(await button('取消'));
      await waitFor(() => expect(screen.queryByText(asks)).toBeNull());
      expect(address()).toBe('/fieldConfig?tab=query');
    }
    fireEvent.click(screen.getByRole('button', { name: /HY 卫星/ }));
    fireEvent.click(await button('确定'));
    await waitFor(() => screen.getByDisplayValue('HY 卫星'));
  });

  describe('that an import replaces', () => {
    const imported = async () => {
      server.use(
        http.post('/api/catalog/fields/import', ({ request }) => {
          const dryRun = new URL(request.url).searchParams.get('dryRun') === 'true';
          if (!dryRun) {
            const display = [field('dataname', '数据名称'), field('cloudcover', '云量')];
            lists = lists.map((one) => (one.name === 'default' ? { ...one, display } : one));
          }
          return HttpResponse.json({
            ...{ rows: 3, lists: ['default'], nodes: 0, imported: !dryRun },
            ...{ faultCount: 0, faults: [], workbook: null },
          });
        }),
      );
      fireEvent.click(await button('导入 Excel'));
      fireEvent.change(await screen.findByLabelText('选择文件', { selector: 'input' }), {
        target: { files: [new File(['x'], 'fields.xlsx')] },
      });
      await screen.findByText(/检查通过/);
      fireEvent.click(await button('导入'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };

    it('show the new fields, and nothing as unsaved', async () => {
      await show();
      await button('下移 数据名称');
      await imported();
      await waitFor(() => expect(keys()).toEqual(['dataname', 'cloudcover']));
      screen.getByText('没有未保存的修改');
      expect(sent).toEqual([]);
    });

    it('keep what is unsaved, and say that saving would undo the import', async () => {
      await show();
      fireEvent.click(await button('下移 数据名称'));
      await imported();
      await screen.findByText(/已被导入或其他管理员修改/);
      expect(keys()).toEqual(['orbit', 'dataname']);
      fireEvent.click(await button('撤销修改'));
      expect(keys()).toEqual(['dataname', 'cloudcover']);
      screen.getByText('没有未保存的修改');
    });
  });

  it('are deleted unless they are the default or a node has them', async () => {
    let gone = '';
    server.use(
      http.delete('/api/catalog/fieldLists/:name', ({ params }) => {
        gone = String(params.name);
        return problem(409, 'in_use', '该字段列表正在被目录节点使用，不能删除');
      }),
    );
    await show();
    expect((await button('删除列表')).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: /HY 卫星/ }));
    await waitFor(() => screen.getByDisplayValue('HY 卫星'));
    expect((await button('删除列表')).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: /自建/ }));
    await waitFor(() => screen.getByDisplayValue('自建'));
    fireEvent.click(await button('删除列表'));
    fireEvent.click(await button('确定'));
    await screen.findByText('删除失败！ 该字段列表正在被目录节点使用，不能删除');
    expect(gone).toBe('own');
  });

  it('that are deleted take what was changed with them', async () => {
    server.use(
      http.delete('/api/catalog/fieldLists/:name', () => {
        lists = lists.slice(0, 2);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await show('/fieldConfig?list=own');
    fireEvent.change(await screen.findByDisplayValue('自建'), { target: { value: '自建二' } });
    fireEvent.click(await button('删除列表'));
    fireEvent.click(await button('确定'));
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe('/fieldConfig?list=default'),
    );
    expect(screen.queryByText('当前列表有未保存的修改，确定放弃？')).toBeNull();
  });
});

describe('the lists of catalogue nodes', () => {
  it('are assigned only to nodes that are theirs to change', async () => {
    changeableNodeIds = [2];
    await show('/fieldConfig?view=nodes');
    const above = await screen.findByRole('combobox', { name: '卫星影像 的字段列表' });
    expect(above.getAttribute('aria-disabled')).toBe('true');
    const below = screen.getByRole('combobox', { name: '海洋一号 的字段列表' });
    expect(below.getAttribute('aria-disabled')).not.toBe('true');
    const reason = screen.getByText(/^带锁的目录节点超出自己的数据范围/);
    expect(above.getAttribute('aria-describedby')).toBe(reason.id);
    expect(below.getAttribute('aria-describedby')).toBeNull();
    expect(screen.getAllByTestId('LockOutlinedIcon')).toHaveLength(2);
  });

  it('have no locks where all nodes are theirs to change', async () => {
    await show('/fieldConfig?view=nodes');
    await screen.findByRole('combobox', { name: '卫星影像 的字段列表' });
    expect(screen.queryByText(/^带锁的目录节点/)).toBeNull();
    expect(screen.queryByTestId('LockOutlinedIcon')).toBeNull();
  });

  it('are opened to be edited only where the list is theirs to change', async () => {
    lists = [list('default', '默认'), list('hy', 'HY 卫星', [1]), list('own', '自建', [2])];
    fixedList = 'hy';
    await show('/fieldConfig?view=nodes');
    fireEvent.click(await button('查看 卫星影像 使用的字段列表 HY 卫星'));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('list=hy'));
    fireEvent.click(screen.getByRole('tab', { name: '目录节点' }));
    fireEvent.click(await button('编辑 海洋一号 使用的字段列表 自建'));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('list=own'));
  });

  it('show what is inherited, and are assigned', async () => {
    await show('/fieldConfig?view=nodes');
    const own = await screen.findByRole('combobox', { name: '卫星影像 的字段列表' });
    expect(own.textContent).toBe('HY 卫星');
    const below = screen.getByRole('combobox', { name: '海洋一号 的字段列表' });
    expect(below.textContent).toBe('沿用上级（HY 卫星）');
    fireEvent.mouseDown(below);
    fireEvent.click(await screen.findByRole('option', { name: '自建' }));
    await screen.findByText('已保存');
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '卫星影像 的字段列表' }));
    fireEvent.click(await screen.findByRole('option', { name: '未指定（默认）' }));
    await waitFor(() =>
      expect(sent).toEqual([
        ['2', { list: 'own' }],
        ['1', { list: null }],
      ]),
    );
  });
});

it('says that there is no list of the name in the address', async () => {
  await show('/fieldConfig?list=nothing');
  await screen.findByText('没有这个字段表');
  expect(screen.getByRole('link', { name: '返回列表' }).getAttribute('href')).toBe('/fieldConfig');
});
