import { setToken } from '@scenedock/ui-kit';
import { buildUser } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useListContext } from 'ra-core';
import { expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { ADMIN, problem, server, useServer } from '../../test/server';
import { ListPages } from './ListEnd';
import { ListStates } from './ListStates';
import { NoRows } from './NoRows';
import { ResourceList } from './ResourceList';

useServer();

const CONDITIONS = { q: 'text', status: ['waiting'] } as const;

/** Forty accounts, twenty to a page. */
function serveUsers(queries: URLSearchParams[]) {
  server.use(
    http.get('/api/users', ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const id = query.get('page') ?? '1';
      return HttpResponse.json({ items: [buildUser({ id, loginName: `page${id}` })], total: 40 });
    }),
  );
}

function Narrow() {
  const { setFilters } = useListContext();
  return (
    <button type="button" onClick={() => setFilters({ status: 'waiting' })}>
      narrow
    </button>
  );
}

const show = (at: string) =>
  render(
    <Stage at={at}>
      <ResourceList resource="user" title="TITLE" conditions={CONDITIONS}>
        <Narrow />
        <ListStates<{ id: string; loginName: string }> empty={<NoRows title="none" />}>
          {(users) => (
            <>
              {users.map(({ id, loginName }) => (
                <p key={id}>{loginName}</p>
              ))}
              <ListPages />
            </>
          )}
        </ListStates>
      </ResourceList>
    </Stage>,
  );

const address = () => screen.getByTestId('address').textContent;

it('turns pages and narrows in its plain address, beside what else stands there', async () => {
  const queries: URLSearchParams[] = [];
  serveUsers(queries);
  show('/user?user=7&q=x');
  await screen.findByText('page1');
  fireEvent.click(screen.getByRole('button', { name: /2/ }));
  await screen.findByText('page2');
  expect(address()).toBe('/user?user=7&q=x&page=2');
  fireEvent.click(screen.getByRole('button', { name: 'narrow' }));
  await screen.findByText('page1');
  expect(address()).toBe('/user?user=7&status=waiting');
  expect(Object.fromEntries(queries.at(-1) ?? [])).toEqual({
    status: 'waiting',
    page: '1',
    pageSize: '20',
  });
});

it('says which permission it takes, and asks the server for nothing', async () => {
  const queries: URLSearchParams[] = [];
  serveUsers(queries);
  setToken('another');
  server.use(http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities: [] })));
  show('/user');
  await screen.findByText('没有权限');
  screen.getByText(/查看用户/);
  screen.getByRole('heading', { name: 'TITLE' });
  expect([queries, address()]).toEqual([[], '/user']);
});

it('stays where it is while nobody can say who is there, and tries again', async () => {
  serveUsers([]);
  setToken('third');
  server.use(http.get('/api/auth/me', () => problem(503, 'unavailable', '服务暂不可用')));
  show('/user');
  await screen.findByText('服务暂不可用');
  expect(address()).toBe('/user');
  server.use(http.get('/api/auth/me', () => HttpResponse.json(ADMIN)));
  fireEvent.click(screen.getByRole('button', { name: '重试' }));
  await waitFor(() => screen.getByText('page1'));
});
