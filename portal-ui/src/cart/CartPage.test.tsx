import type { Scene } from '@scenedock/ui-kit';
import { buildScene, recording } from '@scenedock/ui-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keptSelection } from '../session/orderSelection';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import CartPage from './CartPage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => null }));

/** Names of the rows that were drawn, each time. */
const drawn: string[] = [];

vi.mock('../scene/SceneThumb', () => ({
  SceneThumb: ({ scene }: { scene: Scene }) => {
    drawn.push(scene.dataid);
    return null;
  },
}));

const scene = (dataid: string, datatype: number) =>
  buildScene(dataid, { datatype, datasize: 3 * 1024 ** 3, receivetime: '2026-01-01T00:00:00Z' });

let cart: Scene[] = [];
const exported: unknown[] = [];
const removed: unknown[] = [];

useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/cart`, () => HttpResponse.json({ items: cart, total: cart.length })),
  recording(http.delete, `${SITE}/api/cart`, removed, { changed: 1, total: 1 }),
  http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json([])),
  http.get(`${SITE}/api/scenes/:id`, ({ params }) =>
    HttpResponse.json({ ...scene(String(params.id), 0), gsd: null, properties: {}, fields: [] }),
  ),
  http.get(`${SITE}/api/scenes/:id/similar`, () => HttpResponse.json({ items: [], total: 0 })),
  recording(http.post, `${SITE}/api/exports`, exported, { uuid: 'u' }, 202),
]);

afterEach(() => {
  exported.length = 0;
  removed.length = 0;
  drawn.length = 0;
});

function open(scenes: Scene[]) {
  cart = scenes;
  openAt(
    '/shopCar',
    <Routes>
      <Route path="/shopCar" element={<CartPage />} />
      <Route path="/order/create/:type" element={<p>the form</p>} />
    </Routes>,
  );
}

const button = (name: string) => screen.findByRole('button', { name });

describe('ordering from the cart', () => {
  it('takes everything that is chosen when it is of one kind', async () => {
    open([scene('a', 0), scene('b', 3)]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '选择 景 b' }));
    fireEvent.click(await button('订购'));
    expect(await screen.findByText('the form')).toBeTruthy();
    expect(keptSelection()).toEqual(['a']);
    expect(screen.getByTestId('where').textContent).toBe('/order/create/0');
  });

  it('splits archive data from product data', async () => {
    open([scene('a', 0), scene('b', 1), scene('c', 2)]);
    expect(await screen.findByText(/档案数据与产品数据须分别下单/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '订购' })).toBeNull();
    fireEvent.click(await button('订购档案数据（1）'));
    expect(keptSelection()).toEqual(['b']);
    cleanup();
    open(cart);
    fireEvent.click(await button('订购产品数据（2）'));
    expect(keptSelection()).toEqual(['a', 'c']);
  });

  it('says that an order over the limit is an offline copy, counting each kind by itself', async () => {
    open([scene('a', 0), scene('b', 1)]);
    await button('订购档案数据（1）');
    expect(screen.queryByText(/只能离线拷贝/)).toBeNull();
    cleanup();
    open([scene('a', 0), scene('b', 2)]);
    expect(await screen.findByText(/只能离线拷贝/)).toBeTruthy();
  });

  it('wants a choice', async () => {
    open([scene('a', 0)]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '选择 景 a' }));
    fireEvent.click(await button('订购'));
    expect(await screen.findByText('请选择数据！')).toBeTruthy();
  });
});

describe('a name of 180 characters', () => {
  it('leaves the columns beside it on one line', async () => {
    open([{ ...scene('a', 0), dataname: '四川省成都市武侯区'.repeat(20) }]);
    const type = await screen.findByRole('cell', { name: '原始影像数据' });
    expect(getComputedStyle(type).whiteSpace).toBe('nowrap');
  });
});

describe('choosing in the cart', () => {
  it('draws only the row anew that is ticked: carts are large', async () => {
    open([scene('a', 0), scene('b', 0), scene('c', 0)]);
    const box = await screen.findByRole('checkbox', { name: '选择 景 b' });
    drawn.length = 0;
    fireEvent.click(box);
    await screen.findByText('已选 2 景，共 6.0 GB');
    expect(drawn).toEqual(['b']);
  });
});

describe('the choice', () => {
  it('is as it was left on the way back from the form, but for what went out meanwhile', async () => {
    open([scene('a', 0), scene('b', 0), scene('c', 0)]);
    for (const name of ['a', 'b']) {
      fireEvent.click(await screen.findByRole('checkbox', { name: `选择 景 ${name}` }));
    }
    cleanup();
    const box = (name: string) =>
      screen.findByRole<HTMLInputElement>('checkbox', { name: `选择 景 ${name}` });
    open([scene('b', 0), scene('c', 0)]);
    expect([(await box('b')).checked, (await box('c')).checked]).toEqual([false, true]);
    cleanup();
    open([scene('a', 0), scene('b', 0), scene('c', 0)]);
    expect([(await box('a')).checked, (await box('b')).checked]).toEqual([true, false]);
  });
});

describe('the sum of what is chosen', () => {
  it('counts apart what has no size yet', async () => {
    open([scene('a', 0), { ...scene('b', 0), datasize: 0 }, { ...scene('c', 0), datasize: 0 }]);
    expect(await screen.findByText('已选 3 景，已知 3.0 GB，另有 2 景数据量未知')).toBeTruthy();
    fireEvent.click(await screen.findByRole('checkbox', { name: '选择 景 a' }));
    expect(await screen.findByText('已选 2 景，数据量未知')).toBeTruthy();
  });
});

describe('exporting from the cart', () => {
  it('takes what is chosen', async () => {
    open([scene('a', 0), scene('b', 0)]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '选择 景 a' }));
    fireEvent.click(await button('导出'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }));
    await button('正在导出 Excel…');
    expect(exported).toEqual([{ kind: 'xlsx', dataIds: ['b'] }]);
  });

  it('wants a choice', async () => {
    open([scene('a', 0)]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '选择 景 a' }));
    fireEvent.click(await button('导出'));
    expect(await screen.findByText('请选择要导出的数据！')).toBeTruthy();
    expect(exported).toEqual([]);
  });
});

describe('looking after the cart', () => {
  it('keeps the focus where a row was removed', async () => {
    open([scene('a', 0), scene('b', 0), scene('c', 0)]);
    const first = await button('移除 景 b');
    first.focus();
    fireEvent.click(first);
    await waitFor(() => expect(screen.queryByText('景 b')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '移除 景 c' }));
    fireEvent.click(screen.getByRole('button', { name: '移除 景 c' }));
    await waitFor(() => expect(screen.queryByText('景 c')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '移除 景 a' }));
  });

  it('removes one scene, all of one name, or those of typed names', async () => {
    const twin = (id: string) => ({ ...scene(id, 0), dataname: '同名' });
    open([scene('a', 0), twin('b'), twin('c'), scene('d', 0)]);
    fireEvent.click(await button('移除 景 a'));
    await waitFor(() => expect(removed).toEqual([{ dataIds: ['a'] }]));
    fireEvent.click(
      (await screen.findAllByRole('button', { name: '更多操作：同名' }))[0] as Element,
    );
    fireEvent.click(await screen.findByRole('menuitem', { name: '移除同名的 2 景' }));
    fireEvent.click(await button('确定'));
    await waitFor(() => expect(removed).toContainEqual({ names: ['同名'] }));
    await waitFor(() => expect(screen.queryByText('同名')).toBeNull());
    fireEvent.click(await button('更多操作'));
    fireEvent.click(await screen.findByRole('menuitem', { name: '按名称移除' }));
    const dialog = within(await screen.findByRole('dialog', { name: '按名称移除' }));
    fireEvent.change(dialog.getByRole('textbox', { name: '数据名称' }), {
      target: { value: '景 d\n没有' },
    });
    dialog.getByText('购物车中有 1 景符合');
    fireEvent.click(dialog.getByRole('button', { name: '移除' }));
    await waitFor(() => expect(removed).toContainEqual({ names: ['景 d'] }));
    await screen.findByText('购物车是空的');
  });

  it('is emptied after a question', async () => {
    open([scene('a', 0), scene('b', 0)]);
    fireEvent.click(await button('更多操作'));
    fireEvent.click(await screen.findByRole('menuitem', { name: '清空购物车' }));
    await screen.findByText('确定清空购物车？其中的 2 景将全部移除。');
    fireEvent.click(await button('确定'));
    await waitFor(() => expect(removed).toEqual([{ dataIds: ['a', 'b'] }]));
    expect(await screen.findByRole('link', { name: '去检索数据' })).toBeTruthy();
  });

  it('keeps the choice over pages and filters', async () => {
    const many = Array.from({ length: 60 }, (_, n) => scene(`s${n}`, 0));
    open(many);
    fireEvent.click(await screen.findByRole('checkbox', { name: '选择本页' }));
    await screen.findByText('已选 10 景，共 30.0 GB');
    fireEvent.change(screen.getByRole('searchbox', { name: '筛选' }), { target: { value: 's59' } });
    await screen.findByText('筛选出 1 景，共 60 景');
    expect(screen.getByTestId('where').textContent).toBe('/shopCar?text=s59');
    screen.getByText('已选 10 景，共 30.0 GB');
    fireEvent.click(await button('只选筛选结果'));
    await screen.findByText('已选 1 景，共 3.0 GB');
  });

  it('opens a scene under its own caption', async () => {
    open([scene('a', 0), scene('b', 0)]);
    fireEvent.click(await button('景 a'));
    const dialog = within(await screen.findByRole('dialog', { name: /^购物车详情：景 a/ }));
    fireEvent.click(dialog.getByRole('button', { name: '下一条' }));
    await screen.findByRole('dialog', { name: /^购物车详情：景 b/ });
    expect(screen.getByTestId('where').textContent).toBe('/shopCar?scene=b');
  });
});
