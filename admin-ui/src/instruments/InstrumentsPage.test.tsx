import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { InstrumentsPage } from './InstrumentsPage';

useServer();

const row = (satellite: string, sensor: string, count: number, more = {}) => ({
  ...{ satellite, sensor, count, name: '', nameEn: '', version: 0 },
  ...more,
});
const ROWS = [
  row('gf1', 'pms', 1200),
  row('zy3', '', 300),
  row('gf1', '', 2000, { name: '高分一号', nameEn: 'Gaofen-1', version: 3 }),
];

let sent: unknown = null;

beforeEach(() => {
  sent = null;
  server.use(
    http.get('/api/catalog/instruments', () => HttpResponse.json({ items: ROWS, total: 3 })),
    http.put('/api/catalog/instruments', async ({ request }) => {
      sent = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function show(at = '/sensortranslation') {
  render(
    <Stage at={at}>
      <InstrumentsPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '卫星与传感器名称' });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const codes = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((line) =>
      within(line)
        .getAllByRole('cell')
        .slice(0, 2)
        .map((cell) => cell.textContent),
    );

describe('the names of satellites and sensors', () => {
  it('say first what has none, and how much that is', async () => {
    await show();
    await screen.findByText('2 个代码未命名');
    expect(codes()).toEqual([
      ['gf1', 'pms'],
      ['zy3', '（卫星本身）'],
      ['gf1', '（卫星本身）'],
    ]);
    fireEvent.click(screen.getByRole('switch', { name: '只看未命名' }));
    await waitFor(() => expect(codes()).toHaveLength(2));
    expect(screen.getByTestId('address').textContent).toContain('unnamed=1');
  });

  it('are found by code and by name', async () => {
    await show('/sensortranslation?q=高分');
    await screen.findByText('Gaofen-1');
    expect(codes()).toHaveLength(1);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'none such' } });
    await screen.findByText('没有符合条件的数据');
  });

  it('are given to a code, in Chinese at least, naming what was read', async () => {
    await show();
    await screen.findByText('2 个代码未命名');
    press('命名 gf1 / pms');
    screen.getByText('未命名时显示为 PMS');
    press('确定');
    await screen.findByText('请填写中文名称');
    expect(sent).toBeNull();
    type('中文名称', '全色多光谱相机');
    press('确定');
    await screen.findByText('保存成功！');
    expect(sent).toEqual({
      ...{ satellite: 'gf1', sensor: 'pms', name: '全色多光谱相机' },
      ...{ nameEn: '', version: 0 },
    });
  });

  it('keep what was typed where somebody else was faster, and say what the name is now', async () => {
    let isTaken = true;
    server.use(
      http.put('/api/catalog/instruments', async ({ request }) => {
        if (isTaken) return problem(409, 'changed_meanwhile', '内容已被其他管理员修改');
        sent = await request.json();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await show('/sensortranslation?unnamed=1');
    await screen.findByText('2 个代码未命名');
    press('命名 gf1 / pms');
    type('中文名称', '全色多光谱相机');
    // It no longer matches what the list is narrowed to.
    server.use(
      http.get('/api/catalog/instruments', () =>
        HttpResponse.json({ items: [row('gf1', 'pms', 1200, { name: '相机', version: 1 })] }),
      ),
    );
    press('确定');
    await within(screen.getByRole('dialog')).findByText(
      /内容已被其他管理员修改\s*现在的内容：相机。/,
    );
    screen.getByDisplayValue('全色多光谱相机');
    isTaken = false;
    press('确定');
    await waitFor(() => expect(sent).toMatchObject({ name: '全色多光谱相机', version: 1 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are taken away by clearing both', async () => {
    await show();
    await screen.findByText('2 个代码未命名');
    press('命名 gf1');
    type('中文名称', '');
    type('英文名称', '');
    press('确定');
    await waitFor(() => expect(sent).toMatchObject({ satellite: 'gf1', name: '', version: 3 }));
  });

  it('may be given to a code that has not come in yet', async () => {
    await show();
    await screen.findByText('2 个代码未命名');
    press('新增名称');
    press('确定');
    await screen.findByText('请填写卫星代码或传感器代码');
    type('卫星代码', 'gf7');
    type('中文名称', '高分七号');
    press('确定');
    await waitFor(() => expect(sent).toMatchObject({ satellite: 'gf7', sensor: '' }));
  });

  it('are imported from a table without faults', async () => {
    const calls: string[] = [];
    server.use(
      http.post('/api/catalog/instruments/import', ({ request }) => {
        const dryRun = new URL(request.url).searchParams.get('dryRun') === 'true';
        calls.push(dryRun ? 'dry run' : 'import');
        const report = { rows: 3, changed: 2, faultCount: 0, faults: [], workbook: null };
        return HttpResponse.json({ ...report, imported: !dryRun });
      }),
    );
    await show();
    await screen.findByText('2 个代码未命名');
    press('导入 Excel');
    fireEvent.change(screen.getByLabelText('选择文件', { selector: 'input' }), {
      target: { files: [new File(['x'], 'names.xlsx')] },
    });
    await screen.findByText('检查通过，共 3 行。');
    press('导入');
    await waitFor(() => expect(calls).toEqual(['dry run', 'import']));
  });

  it('say that there are none, and that they cannot be read', async () => {
    server.use(
      http.get('/api/catalog/instruments', () => HttpResponse.json({ items: [], total: 0 })),
    );
    await show();
    await screen.findByText('数据目录中还没有卫星');
  });

  it('are not for everybody', async () => {
    server.use(
      http.get('/api/catalog/instruments', () => problem(403, 'forbidden', '没有权限执行此操作')),
    );
    await show();
    await screen.findByText('没有权限');
  });
});
