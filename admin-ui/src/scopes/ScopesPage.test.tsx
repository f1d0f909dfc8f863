import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { ScopesPage } from './ScopesPage';
import { branches } from './UnitHierarchy';

useServer();

const GRANT = {
  id: 'g1',
  subject: 'unit',
  subjectId: 'u1',
  subjectName: '青海省地质调查院',
  nodeIds: [2],
  hasArea: true,
  region: '156630000',
  areaName: '青海省',
  until: null,
  valid: true,
  note: '项目数据',
  created: '2026-11-20T02:00:00Z',
  createdBy: '王五',
};

const unit = (id: string, name: string, parentId: string | null) => ({
  id,
  name,
  parentId,
  status: 1,
  members: 0,
  grants: 0,
});

let sent: unknown = null;

beforeEach(() => {
  sent = null;
  server.use(
    http.get('/api/scopes', () => HttpResponse.json({ items: [GRANT], total: 1 })),
    http.get('/api/units/tree', () =>
      HttpResponse.json({
        items: [unit('u1', '青海省地质调查院', 'u2'), unit('u2', '总院', null)],
        total: 2,
      }),
    ),
    http.get('/api/catalog/tree', () =>
      HttpResponse.json([
        { id: 1, label: '卫星', objType: 'WX', count: 3, children: [] },
        { id: 2, label: '高分一号', objType: 'WX', count: 3, children: [] },
      ]),
    ),
    http.post('/api/scopes/preview', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ total: 1234, nodes: [] });
    }),
  );
});

async function show(at = '/scopes') {
  render(
    <Stage at={at}>
      <ScopesPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '数据范围' });
}

describe('data scopes', () => {
  it('are listed in words', async () => {
    await show();
    const row = (await screen.findByText('青海省地质调查院')).closest('tr');
    expect(row).not.toBeNull();
    await waitFor(() => expect(row?.textContent).toContain('高分一号'));
    for (const text of ['青海省', '长期有效', '项目数据']) {
      expect(row?.textContent).toContain(text);
    }
  });

  it('are previewed before they are made', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: '新增授权' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: '预览' }));
    await within(dialog).findByText('此授权可见 1,234 景数据');
    expect(sent).toEqual({
      subject: 'everybody',
      subjectId: null,
      nodeIds: null,
      region: null,
      wkt: null,
      areaName: '',
      until: null,
      note: '',
    });
  });

  it('keep on the form what the server objects to', async () => {
    server.use(
      http.post('/api/scopes', () =>
        HttpResponse.json(
          {
            status: 400,
            code: 'invalid',
            detail: '请求参数不正确',
            errors: [{ field: 'note', code: 'field.too_long', detail: '说明太长' }],
          },
          { status: 400 },
        ),
      ),
    );
    await show();
    fireEvent.click(screen.getByRole('button', { name: '新增授权' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    await within(dialog).findByText('说明太长');
  });
});

it('hangs units below those above them, and ends where they go round in a circle', () => {
  const tree = branches([unit('a', 'a', 'b'), unit('b', 'b', null), unit('c', 'c', 'gone')]);
  expect(tree.map(({ unit: { id }, depth }) => [id, depth])).toEqual([
    ['b', 0],
    ['a', 1],
    ['c', 0],
  ]);
  expect(branches([unit('a', 'a', 'b'), unit('b', 'b', 'a')])).toEqual([]);
});
