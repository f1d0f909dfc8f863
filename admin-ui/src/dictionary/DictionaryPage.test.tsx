import type { DictionaryEntryDraft, DictionaryList } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { DictionaryPage } from './DictionaryPage';

useServer();

const entry = (id: number, name: string, more = {}) => ({
  ...{ id, name, nameEn: '', on: true, orders: 0 },
  ...more,
});

/** What the server keeps: a save replaces it, as the real one does. */
let usages: DictionaryList;
let sent: { entries: DictionaryEntryDraft[]; version: number }[];

beforeEach(() => {
  sent = [];
  usages = {
    kind: 'usage',
    entries: [
      entry(1, '测绘', { nameEn: 'Surveying', orders: 1200 }),
      entry(2, '科研'),
      entry(3, '其他', { on: false }),
    ],
    longest: 50,
    most: 4,
    version: 7,
  };
  server.use(
    http.get('/api/dictionary/usage', () => HttpResponse.json(usages)),
    http.put('/api/dictionary/usage', async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number];
      sent.push(body);
      const entries = body.entries.map((one, at) => ({ ...entry(100 + at, one.name), ...one }));
      usages = { ...usages, entries: entries as never, version: body.version + 1 };
      return HttpResponse.json(usages);
    }),
  );
});

async function show(at = '/dictionary') {
  render(
    <Stage at={at}>
      <DictionaryPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '字典管理' });
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const rows = () => screen.getAllByRole('row').slice(1);
const names = () => rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent);

describe('the dictionary', () => {
  it('shows a list in its order, with what is on and how many orders have it', async () => {
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    expect(names()).toEqual(['测绘', '科研', '其他']);
    screen.getByText('1,200');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: '启用 其他' }).checked).toBe(false);
  });

  it('moves entries by button and by key, and says where they are', async () => {
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    expect(button(/^上移 测绘/).disabled).toBe(true);
    expect(button(/^下移 其他/).disabled).toBe(true);
    press(/^下移 测绘/);
    await waitFor(() => expect(names()).toEqual(['科研', '测绘', '其他']));
    expect(sent[0]?.version).toBe(7);
    expect(sent[0]?.entries.map(({ id }) => id)).toEqual([2, 1, 3]);
    await screen.findByText(/“测绘”已移到第 2 项/);
    fireEvent.keyDown(button('修改 其他'), { key: 'ArrowUp', altKey: true });
    await waitFor(() => expect(names()).toEqual(['科研', '其他', '测绘']));
    expect(sent[1]?.version).toBe(8);
    fireEvent.keyDown(button('修改 科研'), { key: 'ArrowUp', altKey: true });
    fireEvent.keyDown(button('修改 科研'), { key: 'ArrowDown' });
    expect(sent).toHaveLength(2);
  });

  it('switches entries on and off, but never the only one', async () => {
    await show();
    fireEvent.click(await screen.findByRole('switch', { name: '启用 科研' }));
    await screen.findByText('保存成功！');
    expect(sent[0]?.entries.map(({ on }) => on)).toEqual([true, false, false]);
    await screen.findByText('共 3 项，启用 1 项');
    const last = screen.getByRole<HTMLInputElement>('switch', { name: '启用 测绘' });
    expect(last.disabled).toBe(true);
  });

  it('removes what no order has, after a question', async () => {
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    press('删除 科研');
    await screen.findByText('确定删除“科研”吗？');
    press('确定');
    await waitFor(() => expect(names()).toEqual(['测绘', '其他']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says which orders have what is to be removed', async () => {
    server.use(
      http.put('/api/dictionary/usage', () =>
        HttpResponse.json(
          {
            ...{ type: 'about:blank', title: '', status: 409, code: 'entry_in_use' },
            detail: '已被订单使用，不能删除或改名，可以停用',
            errors: [
              {
                field: 'entries',
                code: 'field.entry_has_orders',
                params: { name: '测绘', count: 1200, orders: 'WP20261128001…' },
                detail: '“测绘”：1200 个订单（WP20261128001…）',
              },
            ],
          },
          { status: 409 },
        ),
      ),
    );
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    press('删除 测绘');
    await screen.findByText('确定删除“测绘”吗？');
    press('确定');
    await screen.findByText(/不能删除或改名，可以停用 “测绘”：1200 个订单（WP20261128001…）/);
  });

  it('adds an entry at the end, Chinese name first', async () => {
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    press('新增');
    press('确定');
    await screen.findByText('请填写中文名称');
    expect(sent).toEqual([]);
    type(/中文名称/, '碳汇监测');
    type(/英文名称/, 'Carbon sinks');
    press('确定');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.entries[3]).toEqual({ name: '碳汇监测', nameEn: 'Carbon sinks', on: true });
    await waitFor(() => expect(button('新增').disabled).toBe(true));
  });

  it('says which part the server refuses, and lets it be mended', async () => {
    server.use(
      http.put('/api/dictionary/usage', () =>
        HttpResponse.json(
          {
            ...{ type: 'about:blank', title: '', status: 400, code: 'invalid', detail: '重复' },
            errors: [
              {
                field: 'entries[1].name',
                code: 'field.entry_twice',
                params: {},
                detail: '与本列表的另一项重复！',
              },
            ],
          },
          { status: 400 },
        ),
      ),
    );
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    press('修改 科研');
    type(/中文名称/, '测绘');
    press('确定');
    const field = screen.getByRole('textbox', { name: /中文名称/ });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    screen.getByText('与本列表的另一项重复！');
  });

  it('keeps the name that orders have, and lets the English one be changed', async () => {
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    press('修改 测绘');
    screen.getByText('已被 1,200 个订单使用，不能改名');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /中文名称/ }).disabled).toBe(true);
    type(/英文名称/, 'Mapping');
    press('确定');
    await waitFor(() => expect(sent[0]?.entries[0]).toMatchObject({ id: 1, nameEn: 'Mapping' }));
  });

  it('shows what somebody else made of the list meanwhile', async () => {
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    usages = { ...usages, entries: [entry(2, '科研')], version: 8 };
    server.use(
      http.put('/api/dictionary/usage', () =>
        problem(409, 'changed_meanwhile', '内容已被其他管理员修改，请查看最新内容后重试'),
      ),
    );
    press(/^下移 测绘/);
    await screen.findByText(/内容已被其他管理员修改/);
    await waitFor(() => expect(names()).toEqual(['科研']));
  });

  it('keeps what was typed where somebody else was faster, and says what it is now', async () => {
    let isTaken = true;
    server.use(
      http.put('/api/dictionary/usage', async ({ request }) => {
        if (isTaken) return problem(409, 'changed_meanwhile', '内容已被其他管理员修改');
        sent.push((await request.json()) as (typeof sent)[number]);
        return HttpResponse.json(usages);
      }),
    );
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    press('修改 科研');
    type(/英文名称/, 'Science');
    const entries = usages.entries.map((one) =>
      one.id === 2 ? { ...one, nameEn: 'Research' } : one,
    );
    usages = { ...usages, entries, version: 8 };
    press('确定');
    await within(screen.getByRole('dialog')).findByText(
      /内容已被其他管理员修改\s*现在的内容：科研 · Research。/,
    );
    screen.getByDisplayValue('Science');
    isTaken = false;
    press('确定');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent[0]?.version).toBe(8);
    expect(sent[0]?.entries[1]).toMatchObject({ id: 2, nameEn: 'Science' });
  });

  it('cannot save an entry that somebody has removed, and keeps what was typed', async () => {
    server.use(
      http.put('/api/dictionary/usage', () =>
        problem(409, 'changed_meanwhile', '内容已被其他管理员修改'),
      ),
    );
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    press('修改 科研');
    type(/英文名称/, 'Science');
    usages = { ...usages, entries: usages.entries.filter(({ id }) => id !== 2), version: 8 };
    press('确定');
    await screen.findByText(/该项已被删除，您填写的内容没有保存/);
    screen.getByDisplayValue('Science');
    await waitFor(() => expect(button('确定').disabled).toBe(true));
  });

  it('has a tab for each list, kept in the address', async () => {
    const phrase = entry(9, '附件不清晰');
    server.use(
      http.get('/api/dictionary/reject_phrase', () =>
        HttpResponse.json({ ...usages, kind: 'reject_phrase', entries: [phrase] }),
      ),
    );
    await show();
    fireEvent.click(screen.getByRole('tab', { name: '驳回常用语' }));
    await screen.findByText('附件不清晰');
    expect(screen.getByTestId('address').textContent).toBe('/dictionary?kind=reject_phrase');
    expect(screen.queryByRole('columnheader', { name: '使用订单' })).toBeNull();
  });

  it('is imported from a table without faults', async () => {
    const calls: string[] = [];
    server.use(
      http.post('/api/dictionary/usage/import', ({ request }) => {
        const dryRun = new URL(request.url).searchParams.get('dryRun') === 'true';
        calls.push(dryRun ? 'dry run' : 'import');
        const report = { rows: 3, faultCount: 0, faults: [], workbook: null };
        return HttpResponse.json({ ...report, imported: !dryRun });
      }),
    );
    await show();
    await screen.findByText('共 3 项，启用 2 项');
    press('导入 Excel');
    fireEvent.change(screen.getByLabelText('选择文件', { selector: 'input' }), {
      target: { files: [new File(['x'], 'usages.xlsx')] },
    });
    await screen.findByText('检查通过，“用途”将替换为表中的 3 项。');
    press('导入');
    await waitFor(() => expect(calls).toEqual(['dry run', 'import']));
  });

  it('is not for everybody', async () => {
    server.use(
      http.get('/api/dictionary/usage', () => problem(403, 'forbidden', '没有权限执行此操作')),
    );
    await show();
    await screen.findByText('没有权限');
  });
});
