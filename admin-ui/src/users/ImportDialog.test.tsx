import type { ImportReport } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { ImportDialog } from './ImportDialog';

useServer();

const CLEAN: ImportReport = { rows: 2, imported: 0, faultCount: 0, faults: [], workbook: null };
const FAULTY: ImportReport = {
  ...CLEAN,
  faultCount: 2,
  workbook: btoa('a report'),
  faults: [
    {
      row: 3,
      column: '用户名',
      field: 'loginName',
      code: 'field.login_name_taken',
      detail: '用户名已存在！',
    },
    {
      row: 4,
      column: '手机号码',
      field: 'phoneMobile',
      code: 'field.mobile_wrong',
      detail: '请输入正确的手机号码',
    },
  ],
};

let reports: ImportReport[] = [];
let asked: string[] = [];
let saved: string[] = [];
const onClose = vi.fn();

beforeEach(() => {
  asked = [];
  saved = [];
  onClose.mockReset();
  server.use(
    http.post('/api/users/import', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('dryRun') ?? '');
      return HttpResponse.json(reports.shift());
    }),
  );
  URL.createObjectURL = () => 'blob:workbook';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

function open() {
  render(
    <Stage>
      <ImportDialog onClose={onClose} />
    </Stage>,
  );
}

const choose = () =>
  fireEvent.change(screen.getByLabelText('选择文件', { selector: 'input' }), {
    target: { files: [new File(['用户名'], 'users.csv')] },
  });

describe('users of a file', () => {
  it('are looked through first, and told row by row what is wrong', async () => {
    reports = [FAULTY];
    open();
    choose();
    expect(await screen.findByText(/发现 2 处错误/)).toBeTruthy();
    expect(screen.getByText('用户名已存在！')).toBeTruthy();
    expect(screen.getByText('请输入正确的手机号码')).toBeTruthy();
    expect((screen.getByRole('button', { name: '导入' }) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '下载报告' }));
    expect(saved).toEqual(['导入报告.xlsx']);
    expect(asked).toEqual(['true']);
  });

  it('are told of in the order of the template, whose columns are called as there', async () => {
    const fault = (row: number, field: string, detail: string) => ({
      ...{ row, field, detail, code: 'unknown', column: '' },
    });
    reports = [
      {
        ...FAULTY,
        faults: [
          fault(3, 'email', '甲'),
          fault(3, 'name', '乙'),
          fault(3, 'loginName', '丙'),
          fault(4, 'loginName', '丁'),
        ],
      },
    ];
    open();
    choose();
    await screen.findByText('甲');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      '3用户名丙',
      '3真实姓名乙',
      '3邮箱甲',
      '4用户名丁',
    ]);
  });

  it('are imported when nothing is wrong, and the dialog stays until their passwords are saved', async () => {
    reports = [CLEAN, { ...CLEAN, imported: 2, workbook: btoa('passwords') }];
    open();
    choose();
    fireEvent.click(await screen.findByRole('button', { name: '导入 2 个用户' }));
    expect(await screen.findByText('已导入 2 个用户。')).toBeTruthy();
    expect(asked).toEqual(['true', 'false']);
    const done = screen.getByRole('button', { name: '完成' }) as HTMLButtonElement;
    expect(done.disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '下载初始密码' }));
    expect(saved).toEqual(['初始密码.xlsx']);
    await waitFor(() => expect(done.disabled).toBe(false));
    fireEvent.click(done);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('are waited for: nothing closes the dialog before their passwords are there', async () => {
    reports = [CLEAN];
    open();
    choose();
    const start = await screen.findByRole('button', { name: '导入 2 个用户' });
    let answer: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.use(http.post('/api/users/import', () => answered));
    fireEvent.click(start);
    await screen.findByText('正在处理…');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    answer(HttpResponse.json({ ...CLEAN, imported: 2, workbook: btoa('passwords') }));
    await screen.findByRole('button', { name: '下载初始密码' });
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
  });
});
