import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { UnitsPage } from './UnitsPage';

useServer();

const NAMES = ['青海省地质调查院', '北方遥感中心'];
let names = NAMES;

beforeEach(() => {
  names = NAMES;
  server.use(
    http.get('/api/units', () =>
      HttpResponse.json({
        items: names.map((name) => ({ name, status: 1 })),
        total: names.length,
      }),
    ),
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

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('units', () => {
  it('are found by a part of their name, which stands in the address', async () => {
    await show();
    await screen.findByText('北方遥感中心');
    fireEvent.change(screen.getByRole('searchbox', { name: '查找单位' }), {
      target: { value: '青海' },
    });
    await waitFor(() => expect(screen.queryByText('北方遥感中心')).toBeNull());
    screen.getByText('青海省地质调查院');
    expect(decodeURIComponent(screen.getByTestId('address').textContent ?? '')).toBe(
      '/units?q=青海',
    );
  });

  it('are added, and then stand in the list', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/units', async ({ request }) => {
        sent = await request.json();
        names = [...NAMES, '新单位'];
        return HttpResponse.json(sent as { name: string }, { status: 201 });
      }),
    );
    await show();
    await screen.findByRole('button', { name: '新增单位' });
    press('新增单位');
    press('确定');
    await screen.findByText('单位名称不能为空！');
    fireEvent.change(screen.getByRole('textbox', { name: /单位名称/ }), {
      target: { value: ' 新单位 ' },
    });
    press('确定');
    await screen.findByText('已新增单位 新单位');
    expect(sent).toEqual({ name: '新单位', status: 1 });
    await screen.findByRole('cell', { name: '新单位' });
  });
});

it('offers an operator, whom the server refuses, no button to add a unit', async () => {
  const me = {
    id: 'o',
    loginName: 'operator',
    userName: '运维',
    role: 'operator',
    authorities: [],
  };
  server.use(http.get('/api/auth/me', () => HttpResponse.json(me)));
  await show();
  await waitFor(() => expect(screen.queryByRole('button', { name: '新增单位' })).toBeNull());
});
