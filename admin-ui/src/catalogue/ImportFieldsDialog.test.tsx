import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { ImportFieldsDialog } from './ImportFieldsDialog';

useServer();

const REPORT = {
  rows: 3,
  lists: ['hy'],
  nodes: 1,
  imported: false,
  faultCount: 0,
  faults: [],
  workbook: null,
};
const FAULT = {
  row: 2,
  column: '字段 Field',
  field: 'file',
  code: 'setting.no_such_field',
  detail: '没有这个字段',
};

let calls: string[] = [];

function answering(report: object) {
  calls = [];
  server.use(
    http.post('/api/catalog/fields/import', ({ request }) => {
      const dryRun = new URL(request.url).searchParams.get('dryRun') === 'true';
      calls.push(dryRun ? 'dry run' : 'import');
      return HttpResponse.json({ ...report, imported: !dryRun });
    }),
  );
}

async function choose() {
  let closed = false;
  render(
    <Stage at="/fieldConfig">
      <ImportFieldsDialog onClose={() => (closed = true)} />
    </Stage>,
  );
  fireEvent.change(await screen.findByLabelText('选择文件', { selector: 'input' }), {
    target: { files: [new File(['x'], 'fields.xlsx')] },
  });
  return () => closed;
}

const start = () => screen.getByRole('button', { name: '导入' });

it('looks a table through first, and takes it over when nothing is wrong', async () => {
  answering(REPORT);
  const closed = await choose();
  await screen.findByText(/检查通过，共 3 行。将替换的列表：hy/);
  expect(calls).toEqual(['dry run']);
  fireEvent.click(start());
  await waitFor(() => expect(closed()).toBe(true));
  expect(calls).toEqual(['dry run', 'import']);
});

it('tells row by row what is wrong, and takes nothing over', async () => {
  answering({ ...REPORT, faultCount: 7, faults: [FAULT], workbook: 'UEs=' });
  await choose();
  await screen.findByText('共 3 行，发现 7 处错误，修改后请重新选择文件。');
  screen.getByText('字段 Field');
  screen.getByRole('button', { name: '下载报告' });
  fireEvent.click(start());
  expect(calls).toEqual(['dry run']);
});
