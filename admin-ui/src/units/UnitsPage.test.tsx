import { setToken } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { catchFiles, linesOf } from '../test/savedFiles';
import { ADMIN, problem, server, useServer } from '../test/server';
import { UnitsPage } from './UnitsPage';

useServer();

const unit = (id: string, name: string, parentId: string | null = null) => ({
  ...{ id, name, parentId, status: 1, members: 0, grants: 0 },
});

const UNITS = [
  unit('a', '总院'),
  unit('b', '西部分院', 'a'),
  unit('c', '青海队', 'b'),
  unit('d', '东部分院', 'a'),
  unit('e', '北方遥感中心'),
];

let units = UNITS;
let sent: unknown = null;

const record = async ({ request }: { request: Request }) => {
  const body = await request.text();
  sent = {
    call: `${request.method} ${new URL(request.url).pathname}`,
    ...(body === '' ? {} : { body: JSON.parse(body) }),
  };
  return new HttpResponse(null, { status: 204 });
};

beforeEach(() => {
  units = UNITS;
  sent = null;
  server.use(
    http.get('/api/units/tree', () => HttpResponse.json({ items: units, total: units.length })),
    http.put('/api/units/:id', record),
    http.put('/api/units/:id/parent', record),
    http.delete('/api/units/:id', record),
  );
});

async function show(at = '/units') {
  render(
    <Stage at={at}>
      <UnitsPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '单位管理' });
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const key = (name: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
const focused = () => document.activeElement?.getAttribute('data-unit');
const address = () => decodeURIComponent(screen.getByTestId('address').textContent ?? '');

async function choose(name: string, task: string) {
  await press(`${name} 的更多操作`);
  fireEvent.click(await screen.findByRole('menuitem', { name: task }));
  return within(await screen.findByRole('dialog'));
}

describe('units', () => {
  it('are a tree whose open branches stand in the address', async () => {
    await show('/units?open=a');
    const top = await row('总院');
    expect([top.getAttribute('aria-level'), top.getAttribute('aria-expanded')]).toEqual([
      '1',
      'true',
    ]);
    const below = await row('西部分院');
    expect(
      ['level', 'posinset', 'setsize'].map((name) => below.getAttribute(`aria-${name}`)),
    ).toEqual(['2', '1', '2']);
    expect((await row('东部分院')).hasAttribute('aria-expanded')).toBe(false);
    expect(screen.queryByRole('row', { name: /^青海队/ })).toBeNull();
    below.focus();
    key('ArrowRight');
    await row('青海队');
    expect(address()).toBe('/units?open=a~b');
    await press('全部收起');
    expect(screen.queryByRole('row', { name: /^西部分院/ })).toBeNull();
    expect(address()).toBe('/units');
  });

  it('are gone through by keys, lines first and then their buttons', async () => {
    await show('/units?open=a');
    const top = await row('总院');
    expect(top.tabIndex).toBe(0);
    top.focus();
    key('ArrowDown');
    await waitFor(() => expect(focused()).toBe('b'));
    expect([top.tabIndex, (await row('西部分院')).tabIndex]).toEqual([-1, 0]);
    key('End');
    await waitFor(() => expect(focused()).toBe('e'));
    key('ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('在 北方遥感中心 下新增');
    key('ArrowUp');
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('在 东部分院 下新增'),
    );
    key('ArrowRight');
    key('ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('东部分院 的更多操作');
    key('ArrowLeft');
    key('ArrowLeft');
    expect(focused()).toBe('d');
    key('ArrowLeft');
    await waitFor(() => expect(focused()).toBe('a'));
    key('ArrowLeft');
    await waitFor(() => expect(address()).toBe('/units'));
  });

  it('are found below those that they belong to, by a text that stands in the address', async () => {
    await show();
    await row('总院');
    fireEvent.change(screen.getByRole('searchbox', { name: '查找单位' }), {
      target: { value: '青海' },
    });
    await row('青海队');
    await row('西部分院');
    expect(screen.queryByRole('row', { name: /^北方遥感中心/ })).toBeNull();
    expect(address()).toBe('/units?q=青海');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '无' } });
    await screen.findByText('没有符合条件的数据');
  });

  it('are added below another one, whose branch opens', async () => {
    server.use(
      http.post('/api/units/tree', async ({ request }) => {
        sent = await request.json();
        const made = unit('n', '新队', 'b');
        units = [...UNITS, made];
        return HttpResponse.json(made, { status: 201 });
      }),
    );
    await show('/units?open=a');
    await press('在 西部分院 下新增');
    await press('确定');
    await screen.findByText('单位名称不能为空！');
    fireEvent.change(screen.getByRole('textbox', { name: /单位名称/ }), {
      target: { value: ' 新队 ' },
    });
    await press('确定');
    await row('新队');
    expect(sent).toEqual({ name: '新队', parentId: 'b' });
    expect(address()).toBe('/units?open=a~b');
    await waitFor(async () => expect((await row('新队')).tabIndex).toBe(0));
    // It is gone to once.
    (await row('总院')).focus();
    key('ArrowLeft');
    await waitFor(() => expect(address()).toBe('/units?open=b'));
    expect((await row('总院')).tabIndex).toBe(0);
  });

  it('are renamed, unless another one has the name', async () => {
    await show();
    const dialog = await choose('总院', '修改名称');
    const field = dialog.getByRole('textbox', { name: /单位名称/ });
    fireEvent.change(field, { target: { value: '' } });
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '确定' }).disabled).toBe(true);
    fireEvent.change(field, { target: { value: '集团' } });
    const taken = { field: 'name', code: 'field.unit_name_taken', detail: '已有同名单位' };
    server.use(
      http.put(
        '/api/units/:id',
        () => HttpResponse.json({ code: 'invalid', detail: '', errors: [taken] }, { status: 400 }),
        { once: true },
      ),
    );
    await press('确定');
    await dialog.findByText('已有同名单位');
    await press('确定');
    await waitFor(() => expect(sent).toEqual({ call: 'PUT /api/units/a', body: { name: '集团' } }));
  });

  it('are moved below one that is neither themselves nor one of their own', async () => {
    await show('/units?open=a');
    const dialog = await choose('西部分院', '调整上级单位');
    dialog.getByText(/现在的上级单位：总院/);
    fireEvent.mouseDown(dialog.getByRole('combobox', { name: '新的上级单位' }));
    const offered = await screen.findAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['东部分院', '北方遥感中心']);
    fireEvent.click(screen.getByRole('option', { name: '北方遥感中心' }));
    await press('确定');
    const body = { parentId: 'e' };
    await waitFor(() => expect(sent).toEqual({ call: 'PUT /api/units/b/parent', body }));
    await waitFor(() => expect(address()).toBe('/units?open=a~e'));
  });

  it('that are needed say by whom, and stay', async () => {
    const needed = {
      ...{ children: ['青海队'], childCount: 1, grants: 2 },
      ...{ members: ['lisi', 'wangwu'], memberCount: 30 },
      granted: [
        { nodeIds: [3, 9], hasArea: true, areaName: '青海省' },
        { nodeIds: null, hasArea: false, areaName: '' },
      ],
    };
    const free = {
      children: [],
      childCount: 0,
      members: [],
      memberCount: 0,
      grants: 0,
      granted: [],
      ...{ orders: 12, accounts: 3 },
    };
    server.use(
      http.get('/api/catalog/tree', () =>
        HttpResponse.json([{ id: 3, label: '高分一号', children: [] }]),
      ),
    );
    server.use(http.get('/api/units/b/uses', () => HttpResponse.json(needed)));
    server.use(http.get('/api/units/d/uses', () => HttpResponse.json(free)));
    await show('/units?open=a');
    const dialog = await choose('西部分院', '删除');
    await dialog.findByText('下级单位：青海队');
    dialog.getByText('成员：lisi、wangwu 等 30 个');
    await dialog.findByText('2 条数据范围授权：高分一号、9（青海省）、全部目录（全部地区）');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '确定' }).disabled).toBe(true);
    await press('取消');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const other = await choose('东部分院', '删除');
    await other.findByText(/确定删除单位“东部分院”吗/);
    other.getByText('12 个订单和 3 个账号填写了该单位，其中的单位名称不受影响。');
    await press('确定');
    await waitFor(() => expect(sent).toEqual({ call: 'DELETE /api/units/d' }));
  });

  it('of which there are ten thousand are drawn as far as they are seen', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => unit(`u${at}`, `单位${at}`, 'a'));
    units = [unit('a', '总院'), ...many];
    await show('/units?open=a');
    await row('单位0');
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('10002');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    (await row('总院')).focus();
    key('End');
    await waitFor(() => expect(focused()).toBe('u9999'));
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
  });

  it('say that the server refuses', async () => {
    server.use(http.get('/api/units/tree', () => problem(503, 'unavailable', '服务暂不可用')));
    await show();
    await screen.findByText('服务暂不可用');
  });
});

describe('who may not say which unit belongs to which', () => {
  const sign = (authorities: readonly string[]) => {
    setToken('another');
    server.use(
      http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities })),
      http.get('/api/units', () =>
        HttpResponse.json({ items: [{ name: '青海队', status: 1 }], total: 1 }),
      ),
    );
  };

  it('adds units to a list', async () => {
    sign(['/unit/add']);
    server.use(
      http.post('/api/units', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(sent as { name: string }, { status: 201 });
      }),
    );
    await show();
    await screen.findByRole('cell', { name: '青海队' });
    await press('新增单位');
    fireEvent.change(screen.getByRole('textbox', { name: /单位名称/ }), {
      target: { value: ' 新单位 ' },
    });
    await press('确定');
    await screen.findByText('已新增单位 新单位');
    expect(sent).toEqual({ name: '新单位', status: 1 });
  });

  it('saves the list', async () => {
    sign([]);
    const files = catchFiles();
    await show();
    await screen.findByRole('cell', { name: '青海队' });
    fireEvent.click(screen.getByRole('button', { name: '导出 CSV 单位管理' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = await linesOf(files[0]?.content);
    expect(lines[1]).toMatch(/^青海队,/);
    expect(lines).toHaveLength(2);
  });

  it('is offered no button that the server would refuse', async () => {
    sign([]);
    await show();
    await screen.findByRole('cell', { name: '青海队' });
    expect(screen.queryByRole('button', { name: '新增单位' })).toBeNull();
  });
});
