import { fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { SeparationPanel } from './SeparationPanel';

useServer();

const PEOPLE = ['system', 'secure', 'audit'].map((loginName, number) => ({
  id: `00000000-0000-7000-8000-00000000000${number}`,
  loginName,
  person: { name: '' },
}));

function together() {
  return {
    since: null as string | null,
    byLoginName: '',
    kinds: ['system', 'security', 'audit'].map((kind, number) => ({
      kind,
      permissions: [],
      people: [{ ...PEOPLE[number], name: '', able: number < 2 }],
    })),
    combinedRoles: [{ id: 'admin', name: '', kinds: ['system', 'security', 'audit'], members: 2 }],
  };
}

function show(separation = together()) {
  server.use(
    http.get('/api/separation', () => HttpResponse.json(separation)),
    http.get('/api/users', () => HttpResponse.json({ items: PEOPLE, total: PEOPLE.length })),
  );
  render(
    <Stage at="/role?tab=separation">
      <SeparationPanel />
    </Stage>,
  );
}

async function choose(label: string, name: string) {
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.mouseDown(dialog.getByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name }));
}

describe('administrators apart', () => {
  it('say who is which, and who cannot sign in', async () => {
    show({ ...together(), since: '2026-11-20T01:00:00Z', byLoginName: 'root', combinedRoles: [] });
    await screen.findByText(/由 root 启用/);
    await screen.findByText('audit · 不能登录');
    expect(screen.queryByRole('button', { name: '启用三员分立' })).toBeNull();
  });

  it('begin with a person for each, after saying which roles lose what', async () => {
    const sent: unknown[] = [];
    show();
    fireEvent.click(await screen.findByRole('button', { name: '启用三员分立' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/系统管理员 · 安全管理员 · 审计管理员 · 用户 2/);
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    expect(dialog.getAllByText('请选择用户')).toHaveLength(3);
    await choose('系统管理员', 'system');
    await choose('安全管理员', 'secure');
    await choose('审计管理员', 'audit');
    server.use(
      http.put('/api/separation', async ({ request }) => {
        sent.push(await request.json());
        return problem(409, 'beyond_own_rights', '超出您的权限');
      }),
    );
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await screen.findByText(/超出您的权限/);
    expect(sent).toEqual([
      { system: [PEOPLE[0]?.id], security: [PEOPLE[1]?.id], audit: [PEOPLE[2]?.id] },
    ]);
  });
});
