import { setToken } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { ADMIN, server, useServer } from '../test/server';
import { AuditLogPage } from './AuditLogPage';

useServer();

const entry = (id: number) => ({
  ...{
    id,
    at: '2026-11-21T02:30:00Z',
    byName: '管理员',
    byLoginName: 'admin',
    clientIp: '192.0.2.1',
  },
  ...{ subject: 'account', subjectName: `person${id}`, action: 'disable', outcome: 'done' },
  ...{ reason: '', changes: [], position: id, code: 'c0de' },
});

let queries: URLSearchParams[] = [];

beforeEach(() => {
  queries = [];
  server.use(
    http.get('/api/audit-log', ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const isFirst = !query.has('before');
      return HttpResponse.json({
        items: isFirst ? [entry(9), entry(8)] : [entry(7)],
        next: isFirst ? 8 : null,
        head: 'feed',
      });
    }),
  );
});

async function show(at: string) {
  render(
    <Stage at={at}>
      <AuditLogPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '审计日志', level: 1 });
}

it('lists the newest, goes on to the older, and says what has to be kept', async () => {
  await show('/auditLog');
  within(await screen.findByRole('row', { name: /person9/ })).getByText('192.0.2.1');
  fireEvent.click(screen.getByRole('button', { name: '加载更早的记录' }));
  await screen.findByRole('row', { name: /person7/ });
  expect(queries.at(-1)?.get('before')).toBe('8');
  screen.getByText('feed');
});

it('is narrowed by its address, and exports just that', async () => {
  await show('/auditLog?subject=account&outcome=nonsense&from=2026-11-01&to=2026-11-20');
  await screen.findByRole('row', { name: /person9/ });
  expect(Object.fromEntries(queries.at(-1) ?? [])).toEqual({
    subject: 'account',
    from: '2026-11-01',
    to: '2026-11-20',
    sort: '-at',
  });
  const file = screen.getByRole('link', { name: /导出/ }).getAttribute('href') ?? '';
  expect(Object.fromEntries(new URLSearchParams(file.split('?')[1]))).toEqual({
    subject: 'account',
    from: '2026-11-01',
    to: '2026-11-20',
  });
});

it('says what was refused, and why, in words', async () => {
  server.use(
    http.get('/api/audit-log', () => {
      const refused = {
        ...entry(9),
        ...{ subject: 'request', subjectName: '/api/roles/7', action: 'delete' },
        ...{ outcome: 'refused', reason: 'beyond_own_rights' },
      };
      return HttpResponse.json({ items: [refused], next: null, head: 'feed' });
    }),
  );
  await show('/auditLog?subject=request');
  const row = await screen.findByRole('row', { name: /\/api\/roles\/7/ });
  within(row).getByText('被拒请求 · 删除 · 失败');
  within(row).getByText('超出自己的权限范围');
});

it('is not asked for whom no permission lets see it, who is told which does', async () => {
  setToken('another');
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities: ['/user/list'] })),
  );
  await show('/auditLog');
  await screen.findByText(/没有权限/);
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(queries).toEqual([]);
});
