import {
  cleanup,
  createEvent,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { DirectoryPage } from './DirectoryPage';

useServer();

const node = (id: number, parentId: number | null, label: string, more = {}) => ({
  id,
  parentId,
  label,
  labelEn: '',
  objType: 'WX',
  dataType: 0,
  collection: null,
  fieldList: null,
  count: 12,
  version: 7,
  mayChange: true,
  ...more,
});

const NODES = [
  node(1, null, '卫星影像'),
  node(2, 1, '高分一号', { collection: 'gf1' }),
  node(3, 1, '资源三号'),
  node(4, null, '档案', { mayChange: false, objType: 'ZL' }),
];
const USES = {
  scenes: 12,
  children: 0,
  grants: 3,
  searches: 23,
  subscriptions: 2,
  fieldLists: 1,
  orders: 1,
  rules: 2,
  by: {
    children: [],
    grants: [
      { who: '', count: 1 },
      { who: '西部分院', count: 2 },
    ],
    searches: [{ who: 'lisi', count: 20 }],
    subscriptions: [{ who: 'wangwu', count: 2 }],
    orders: ['DD202611290001'],
    rules: [4],
    isFallback: true,
  },
};

let sent: unknown = null;

const record = async ({ request }: { request: Request }) => {
  sent = { path: new URL(request.url).pathname, body: await request.json() };
  return HttpResponse.json(NODES[0]);
};

beforeEach(() => {
  sent = null;
  server.use(
    http.get('/api/catalog/nodes', () =>
      HttpResponse.json({ items: NODES, total: 4, mayChangeAll: true }),
    ),
    http.get('/api/catalog/nodes/:id/uses', () => HttpResponse.json(USES)),
    http.post('/api/catalog/nodes', record),
    http.put('/api/catalog/nodes/:id', record),
    http.post('/api/catalog/nodes/:id/move', record),
    http.post('/api/catalog/nodes/:id/move/preview', () =>
      HttpResponse.json({ grants: 2, people: 31, guests: false }),
    ),
  );
});

async function show(at = '/directoryConfig') {
  render(
    <Stage at={at}>
      <DirectoryPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '目录管理' });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const choose = (parent: string) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '上级节点' }));
  fireEvent.click(screen.getByRole('option', { name: parent }));
};

describe('the catalogue', () => {
  it('is shown as a tree, with what is beyond the own scope off', async () => {
    await show();
    await screen.findByText('高分一号');
    screen.getByText('gf1');
    screen.getByRole('row', { name: /卫星影像.* 12 景 含下级 36 景/ });
    screen.getByRole('row', { name: /高分一号.* gf1 12 景 / });
    expect(screen.getByRole('button', { name: '编辑 档案' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('button', { name: '上移 高分一号' }).hasAttribute('disabled')).toBe(
      true,
    );
    press('收起 卫星影像');
    expect(screen.queryByText('高分一号')).toBeNull();
  });

  it('is reordered by button and by key, naming what was read', async () => {
    await show();
    await screen.findByText('资源三号');
    press('上移 资源三号');
    const moved = (before: number | null) => ({
      path: expect.stringMatching(/nodes\/\d\/move$/),
      body: { parentId: 1, before, version: 7 },
    });
    await waitFor(() => expect(sent).toEqual(moved(2)));
    sent = null;
    await screen.findByText('高分一号');
    const row = screen.getByRole('row', { name: /高分一号/ });
    await waitFor(() => {
      fireEvent.keyDown(row, { key: 'ArrowDown', altKey: true });
      expect(sent).toEqual(moved(null));
    });
  });

  it('says before a move how many people see more or less by it', async () => {
    await show();
    await screen.findByText('资源三号');
    press('移动 资源三号');
    const move = () => screen.getByRole<HTMLButtonElement>('button', { name: '移动' });
    screen.getByText('请选择另一个上级节点');
    expect(move().disabled).toBe(true);
    choose('高分一号');
    await screen.findByText('31 人的可见范围将改变');
    screen.getByText('涉及 2 条数据范围授权');
    expect(move().disabled).toBe(false);
    press('移动');
    await screen.findByText('已移动');
    expect(sent).toMatchObject({ path: '/api/catalog/nodes/3/move' });
  });

  it('keeps what was chosen or typed where somebody else was faster', async () => {
    let nodes = NODES;
    let isTaken = true;
    const call = async ({ request }: { request: Request }) => {
      sent = await request.json();
      return isTaken
        ? problem(409, 'changed_meanwhile', '内容已被其他管理员修改')
        : HttpResponse.json(NODES[0]);
    };
    server.use(
      http.get('/api/catalog/nodes', () =>
        HttpResponse.json({ items: nodes, total: 4, mayChangeAll: true }),
      ),
      http.put('/api/catalog/nodes/:id', call),
      http.post('/api/catalog/nodes/:id/move', call),
    );
    await show();
    await screen.findByText('资源三号');
    press('编辑 资源三号');
    fireEvent.change(screen.getByRole('textbox', { name: /英文名称/ }), {
      target: { value: 'Ziyuan 3' },
    });
    nodes = NODES.map((one) => (one.id === 3 ? { ...one, label: '资源三', version: 8 } : one));
    press('确定');
    await within(screen.getByRole('dialog')).findByText(
      /内容已被其他管理员修改\s*现在的内容：资源三。/,
    );
    screen.getByDisplayValue('Ziyuan 3');
    isTaken = false;
    press('确定');
    await waitFor(() => expect(sent).toMatchObject({ labelEn: 'Ziyuan 3', version: 8 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    isTaken = true;
    press('移动 资源三');
    choose('高分一号');
    await screen.findByText('31 人的可见范围将改变');
    press('移动');
    await within(screen.getByRole('dialog')).findByText('内容已被其他管理员修改');
  });

  it('says who needs a node that is to be removed', async () => {
    await show();
    await screen.findByText('高分一号');
    press('删除 高分一号');
    await screen.findByText('12 景数据');
    const dialog = screen.getByRole('dialog');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      '12 景数据',
      '3 条数据范围授权：所有人、西部分院（2）',
      '23 个已保存的查询：lisi（20）…',
      '2 个订阅：wangwu（2）',
      '单独指定的字段列表',
      '1 个处理中的订单：DD202611290001',
      '2 条入库归类规则：第 4 条、默认节点',
    ]);
  });

  it('gets new nodes, with a name', async () => {
    await show();
    await screen.findByText('高分一号');
    press('在 卫星影像 下新增节点');
    press('确定');
    await screen.findByText('请填写名称');
    fireEvent.change(screen.getByRole('textbox', { name: /中文名称/ }), {
      target: { value: '高分二号' },
    });
    press('确定');
    await screen.findByText('已新增');
    expect(sent).toMatchObject({ body: { parentId: 1, label: '高分二号', objType: 'WX' } });
  });

  it('has collections that only who sees everything says', async () => {
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '数据集' });
    await show();
    await screen.findByText('高分一号');
    press('编辑 高分一号');
    screen.getByRole('dialog', { name: '编辑节点 高分一号' });
    expect(field().disabled).toBe(false);
    press('取消');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    server.use(
      http.get('/api/catalog/nodes', () =>
        HttpResponse.json({ items: NODES, total: 4, mayChangeAll: false }),
      ),
    );
    await show();
    await screen.findByText('高分一号');
    press('编辑 高分一号');
    expect(field().disabled).toBe(true);
    screen.getByText('数据范围为全部数据的人才能修改数据集');
    press('确定');
    await waitFor(() => expect(sent).toMatchObject({ body: { collection: 'gf1' } }));
  });
});

describe('the top level', () => {
  const chosen = (name: string) => screen.getByRole('combobox', { name }).textContent;
  const offered = (name: string) => {
    fireEvent.mouseDown(screen.getByRole('combobox', { name }));
    const options = within(screen.getByRole('listbox')).getAllByRole('option');
    const usable = options.filter((option) => option.getAttribute('aria-disabled') !== 'true');
    return usable.map((option) => option.textContent);
  };
  const narrow = (items = NODES) =>
    server.use(
      http.get('/api/catalog/nodes', () =>
        HttpResponse.json({ items, total: items.length, mayChangeAll: false }),
      ),
    );

  it('is offered for new and moved nodes to who sees everything', async () => {
    await show();
    await screen.findByText('高分一号');
    press('新增节点');
    expect(chosen('上级节点')).toBe('顶层');
    press('取消');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('移动 资源三号');
    expect(offered('上级节点')).toEqual(['顶层', '卫星影像', '高分一号']);
  });

  it('is not offered to others, who choose the node above a new one', async () => {
    narrow();
    await show();
    await screen.findByText('高分一号');
    press('新增节点');
    expect(chosen('上级节点')).toBe('（未选择）');
    fireEvent.change(screen.getByRole('textbox', { name: /中文名称/ }), {
      target: { value: '高分二号' },
    });
    press('确定');
    const above = screen.getByRole('combobox', { name: /上级节点/ });
    expect(above.getAttribute('aria-invalid')).toBe('true');
    screen.getByText('请选择节点');
    expect(sent).toBeNull();
    expect(offered('上级节点')).toEqual(['卫星影像', '高分一号', '资源三号']);
    fireEvent.click(screen.getByRole('option', { name: '卫星影像' }));
    press('确定');
    await waitFor(() => expect(sent).toMatchObject({ body: { parentId: 1, label: '高分二号' } }));
  });

  it('is not offered to others who move a node', async () => {
    narrow();
    await show();
    await screen.findByText('高分一号');
    press('移动 资源三号');
    expect(offered('上级节点')).toEqual(['卫星影像', '高分一号']);
    expect(screen.queryByRole('option', { name: '顶层' })).toBeNull();
  });

  it('takes in no node that others drag, but keeps the order of those that stand there', async () => {
    narrow([...NODES, node(5, null, '航空影像')]);
    await show();
    await screen.findByText('航空影像');
    const drag = (label: string, onto: string) => {
      const row = screen.getByTitle(`拖动 ${onto}`).closest('tr') as HTMLElement;
      const dataTransfer = { setData: () => undefined };
      fireEvent.dragStart(screen.getByTitle(`拖动 ${label}`), { dataTransfer });
      // Above the middle of a row without height: in front of it. The test's drag events have no coordinates of their own.
      const over = createEvent.dragOver(row);
      Object.defineProperty(over, 'clientY', { value: -1 });
      fireEvent(row, over);
      fireEvent.drop(row);
    };
    drag('资源三号', '卫星影像');
    expect(screen.queryByRole('dialog')).toBeNull();
    drag('航空影像', '卫星影像');
    await waitFor(() =>
      expect(sent).toEqual({
        path: '/api/catalog/nodes/5/move',
        body: { parentId: null, before: 1, version: 7 },
      }),
    );
  });

  it('has no new node from who may change none', async () => {
    narrow(NODES.map((one) => ({ ...one, mayChange: false })));
    await show();
    await screen.findByText('高分一号');
    expect(screen.getByRole('button', { name: '新增节点' }).hasAttribute('disabled')).toBe(true);
  });
});
