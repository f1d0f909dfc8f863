import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { leastWidth } from '../../test/leastWidth';
import { Stage } from '../../test/Stage';
import { server, useServer } from '../../test/server';
import { FigureTable } from './FigureTable';
import { bytesFigure, percentFigure } from './savedFigures';

useServer();

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ key: `${n}`, name: `第 ${n} 日`, figures: ['1'] }));

function show(count: number) {
  render(
    <Stage at="/">
      <FigureTable label="每日" names="日期" columns={['景数']} rows={rows(count)} />
    </Stage>,
  );
}

it('shows the days of a month, and those of a year when they are asked for', () => {
  show(330);
  expect(screen.getAllByRole('row')).toHaveLength(32);
  fireEvent.click(screen.getByRole('button', { name: '显示其余 299 行' }));
  expect(screen.getAllByRole('row')).toHaveLength(331);
  expect(screen.queryByRole('button', { name: /显示其余/ })).toBeNull();
});

it('keeps room for the names of rows beside many figures', () => {
  show(1);
  expect(leastWidth(screen.getByText('第 0 日').parentElement as HTMLElement)).toBe(130);
});

it('shows a few more at once', () => {
  show(40);
  expect(screen.getAllByRole('row')).toHaveLength(41);
});

it('is saved whole as a workbook that the server makes', async () => {
  const requests: unknown[] = [];
  const saved = vi.fn(() => 'blob:table');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }));
  server.use(
    http.post('/api/stats/table.xlsx', async ({ request }) => {
      requests.push(await request.json());
      return HttpResponse.arrayBuffer(new ArrayBuffer(4));
    }),
  );
  show(50);
  fireEvent.click(screen.getByRole('button', { name: '导出 Excel 每日' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const heads = ['日期', '景数'];
  const want = { name: '每日', heads, rows: rows(50).map(({ name }) => [name, '1']) };
  expect(requests).toEqual([want]);
});

it('says when the workbook cannot be made', async () => {
  const fault = { status: 400, code: 'invalid', detail: '表格为空' };
  server.use(http.post('/api/stats/table.xlsx', () => HttpResponse.json(fault, { status: 400 })));
  show(1);
  fireEvent.click(screen.getByRole('button', { name: '导出 Excel 每日' }));
  await screen.findByText(/导出失败/);
});

it('is saved with all of the numbers that the page rounds, and their unit', async () => {
  const requests: unknown[] = [];
  server.use(
    http.post('/api/stats/table.xlsx', async ({ request }) => {
      requests.push(await request.json());
      return HttpResponse.arrayBuffer(new ArrayBuffer(4));
    }),
  );
  const figures = [bytesFigure(4_617_089_843), percentFigure(1, 3), percentFigure(0, 0, '—')];
  render(
    <Stage at="/">
      <FigureTable
        label="各单位"
        names="单位"
        columns={['数据量', '比例', '其他']}
        rows={[{ key: '1', name: '航遥中心', figures }]}
      />
    </Stage>,
  );
  screen.getByText('4.3 GB');
  fireEvent.click(screen.getByRole('button', { name: '导出 Excel 各单位' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toEqual({
    name: '各单位',
    heads: ['单位', '数据量（字节）', '比例', '其他'],
    rows: [
      [
        '航遥中心',
        { value: 4_617_089_843, as: 'whole' },
        { value: 1 / 3, as: 'percent' },
        { value: null, as: 'percent' },
      ],
    ],
  });
});
