import { buildUser } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { leastColumnWidth } from '../../test/leastWidth';
import { Stage } from '../../test/Stage';
import { ADMIN, server, useServer } from '../../test/server';
import { Column } from './Column';
import { ListPages } from './ListEnd';
import { ListRows } from './ListRows';
import { NoRows } from './NoRows';
import { ResourceList } from './ResourceList';

useServer();

const ORDERS = ['-created', 'loginName'] as const;

let queries: URLSearchParams[];

beforeEach(() => {
  queries = [];
  server.use(
    http.get('/api/users', ({ request }) => {
      queries.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: [buildUser({ id: '1' })], total: 60 });
    }),
  );
});

const COLUMNS = [
  ['loginName', '账号'],
  ['unit', '单位'],
  ['created', '注册时间'],
  ['operations', '操作'],
] as const;

const show = (at = '/user') =>
  render(
    <Stage at={at}>
      <ResourceList resource="user" title="用户" conditions={{ q: 'text' }} orders={ORDERS}>
        <ListRows
          label="用户"
          minWidth={800}
          empty={<NoRows />}
          chooser="users"
          below={<ListPages />}
        >
          {COLUMNS.map(([source, label]) => (
            <Column key={source} source={source} label={label} render={() => source} />
          ))}
        </ListRows>
      </ResourceList>
    </Stage>,
  );

const address = () => screen.getByTestId('address').textContent;
const head = (name: string) => within(screen.getByRole('columnheader', { name: new RegExp(name) }));
const heads = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map((one) => one.textContent);
const sorts = () => queries.map((query) => query.get('sort'));

describe('the head of a list', () => {
  it('orders it where the server knows the column, and turns it round', async () => {
    show('/user?page=3');
    await screen.findByRole('columnheader', { name: /账号/ });
    expect(sorts()).toEqual(['-created']);
    expect(head('单位').queryByRole('button')).toBeNull();
    fireEvent.click(head('账号').getByRole('button'));
    await waitFor(() => expect(sorts().at(-1)).toBe('loginName'));
    // Another order begins at its first page.
    expect(address()).toBe('/user?sort=loginName');
    fireEvent.click(head('账号').getByRole('button'));
    await waitFor(() => expect(address()).toBe('/user?sort=-loginName'));
    fireEvent.click(head('注册时间').getByRole('button'));
    await waitFor(() => expect(address()).toBe('/user'));
    expect(sorts().at(-1)).toBe('-created');
  });

  it('takes its order from the address, and none that the list does not have', async () => {
    show('/user?sort=-loginName');
    const column = await screen.findByRole('columnheader', { name: /账号/ });
    await waitFor(() => expect(sorts()).toEqual(['-loginName']));
    expect(column.querySelector('.Mui-active')).not.toBeNull();
  });

  it('is not asked for what the list cannot be ordered by', async () => {
    show('/user?sort=password');
    await screen.findByRole('columnheader', { name: /账号/ });
    expect(sorts()).toEqual(['-created']);
  });

  it('is a choice where rows are blocks', async () => {
    show();
    await screen.findByRole('columnheader', { name: /账号/ });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '排序' }));
    fireEvent.click(await screen.findByRole('option', { name: '账号（降序）' }));
    await waitFor(() => expect(address()).toBe('/user?sort=-loginName'));
  });
});

describe('the columns of a list', () => {
  it('of words keep a few of them a line, however narrow the window', async () => {
    const widths = [{}, { width: 80 }, { width: 300 }, { minWidth: 90 }, { numeric: true }];
    render(
      <Stage at="/user">
        <ResourceList resource="user" title="用户" conditions={{}}>
          <ListRows label="用户" minWidth={0} empty={<NoRows />}>
            {widths.map((width, n) => (
              <Column key={n} source={`c${n}`} label={`列${n}`} {...width} render={() => 'text'} />
            ))}
            <Column source="operations" label="操作" render={() => 'text'} />
          </ListRows>
        </ResourceList>
      </Stage>,
    );
    const table = await screen.findByRole('table', { name: '用户' });
    const heads = [...widths.map((_, n) => `列${n}`), '操作'];
    expect(heads.map((head) => leastColumnWidth(table, head))).toEqual([120, 80, 120, 90, 0, 0]);
  });

  it('are chosen, all but the first and the buttons, and stay so for this person', async () => {
    const first = show();
    fireEvent.click(await screen.findByRole('button', { name: '列' }));
    const dialog = within(await screen.findByRole('dialog', { name: '显示的列' }));
    const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map((box) => box.labels?.[0]?.textContent)).toEqual(['单位', '注册时间']);
    // The keyboard begins in the list, and a key ticks.
    await waitFor(() => expect(document.activeElement).toBe(boxes[0]));
    fireEvent.click(dialog.getByRole('checkbox', { name: '单位' }));
    await waitFor(() => expect(heads()).toEqual(['账号', '注册时间', '操作']));
    first.unmount();
    show();
    await screen.findByRole('button', { name: '列（已隐藏 1）' });
    expect(heads()).toEqual(['账号', '注册时间', '操作']);
    fireEvent.click(screen.getByRole('button', { name: '列（已隐藏 1）' }));
    fireEvent.click(await screen.findByRole('button', { name: '全部显示' }));
    await waitFor(() => expect(heads()).toEqual(['账号', '单位', '注册时间', '操作']));
  });

  it('are nobody else’s choice', async () => {
    localStorage.setItem(`scenedock.columns.users.${ADMIN.id}`, '["unit"]');
    server.use(http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, id: 'other' })));
    show();
    await screen.findByRole('button', { name: '列' });
    expect(heads()).toEqual(['账号', '单位', '注册时间', '操作']);
  });
});
