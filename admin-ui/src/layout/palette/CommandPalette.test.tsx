import { setToken } from '@scenedock/ui-kit';
import { buildOrder, buildUser } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { ADMIN, problem, server, useServer } from '../../test/server';
import { PaletteButton } from './PaletteButton';

useServer();

let calls: string[] = [];

beforeEach(() => {
  calls = [];
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => {};
  const hear = ({ request }: { request: Request }) => calls.push(new URL(request.url).pathname);
  server.use(
    http.get('/api/orders', (call) => {
      hear(call);
      const number = new URL(call.request.url).searchParams.get('ordername') ?? '';
      const order = buildOrder({ id: 'o1', ordername: `${number}WP01` });
      return HttpResponse.json({ items: [order], total: 1 });
    }),
    http.get('/api/users', (call) => {
      hear(call);
      return HttpResponse.json({ items: [buildUser({ id: 'u1' })], total: 1 });
    }),
  );
});

/** Signs in somebody whom the server offers these pages and allows this. */
async function show(office: readonly string[], authorities: readonly string[]) {
  setToken(`t-${office.join('-')}`);
  const me = { ...ADMIN, pages: { portal: [], office }, authorities };
  server.use(http.get('/api/auth/me', () => HttpResponse.json(me)));
  render(
    <Stage at="/audit">
      <PaletteButton />
      <input aria-label="备注" />
    </Stage>,
  );
  return screen.findByRole('button', { name: '快速跳转' });
}

const EVERYTHING = [
  ['dashboard', 'orders', 'orderStatistics', 'users', 'tasks'],
  ['/order/all', '/user/list', '/monitor/list'],
] as const;

const address = () => screen.getByTestId('address').textContent;
const field = () => screen.findByRole('combobox');
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

describe('the palette', () => {
  it('opens by key and goes to a page that is chosen with the arrows', async () => {
    await show(...EVERYTHING);
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const input = await field();
    await waitFor(() => expect(options()).toContain('工作台'));
    fireEvent.change(input, { target: { value: '订单统' } });
    await waitFor(() => expect(options()[0]).toBe('订单统计'));
    fireEvent.change(input, { target: { value: '审核' } });
    await waitFor(() => expect(options().slice(0, 3)).toEqual(['待审核', '审核驳回', '审核通过']));
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    expect(chosen()).toBe('审核驳回');
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    expect(input.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    );
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(address()).toBe('/orderManage_onAudit'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('finds orders by number, their tasks, and users by name', async () => {
    fireEvent.click(await show(...EVERYTHING));
    const input = await field();
    fireEvent.change(input, { target: { value: '20261128' } });
    const orders = await screen.findByRole('group', { name: '订单' });
    within(orders).getByText('20261128WP01');
    within(screen.getByRole('group', { name: '任务' })).getByText('订单 20261128WP01 的任务');
    const users = await screen.findByRole('group', { name: '用户' });
    fireEvent.click(within(users).getByRole('option', { name: /王工 applicant/ }));
    await waitFor(() => expect(address()).toBe('/user?user=u1'));
  });

  it('offers, and asks for, nothing that the person may not open', async () => {
    fireEvent.click(await show(['orderStatistics'], ['/stat/orders']));
    const input = await field();
    await waitFor(() => expect(options()).toEqual(['订单统计']));
    fireEvent.change(input, { target: { value: '20261128' } });
    await screen.findByText('没有找到');
    expect(calls).toEqual([]);
  });

  it('says that the server could not be asked', async () => {
    server.use(http.get('/api/orders', () => problem(503, 'unavailable', '服务暂不可用')));
    fireEvent.click(await show(...EVERYTHING));
    fireEvent.change(await field(), { target: { value: '20261128' } });
    await screen.findByText('订单和用户未能查找，请稍后再试', undefined, { timeout: 20_000 });
  });
});

describe('keys', () => {
  it('are listed from within the palette', async () => {
    fireEvent.click(await show(...EVERYTHING));
    fireEvent.click(await screen.findByRole('button', { name: '全部快捷键' }));
    const keys = await screen.findByRole('dialog', { name: '快捷键' });
    within(keys).getByText('Ctrl K / Cmd K');
  });

  it('are letters to whoever writes, and the desk has its own list', async () => {
    await show(...EVERYTHING);
    fireEvent.keyDown(screen.getByLabelText('备注'), { key: '?' });
    fireEvent.keyDown(window, { key: '?' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
