import { statistics } from '@scenedock/ui-kit';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Stage } from '../../test/Stage';
import { ADMIN, problem, server, useServer } from '../../test/server';
import { Column } from './Column';
import { ListRows } from './ListRows';
import { EndlessList, ResourceList } from './ResourceList';

useServer();

const PERIOD = { from: '2026-01-01', to: '2026-01-31' };

let saved: { content: Blob; name: string }[] = [];
let asked: URLSearchParams[] = [];

const transfer = (id: number, unit: string) => ({ id, unit, bytes: id * 1024 });

beforeEach(() => {
  [saved, asked] = [[], []];
  let content = new Blob();
  URL.createObjectURL = (made) => {
    content = made as Blob;
    return 'blob:list';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ content, name: this.download });
  });
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(ADMIN)),
    http.get('/api/stats/downloads/transfers', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json(
        query.get('before') === '2'
          ? { items: [transfer(1, '=1+1')], next: null }
          : { items: [transfer(3, '院'), transfer(2, '＠院')], next: '2' },
      );
    }),
  );
});

async function show() {
  render(
    <Stage at="/dataDownStat?unit=x">
      <EndlessList
        resource="dataDownStat"
        title="下载"
        conditions={{ unit: 'text' }}
        filter={PERIOD}
      >
        <ListRows label="下载" minWidth={800} empty={null} savedAs="下载记录">
          <Column<ReturnType<typeof transfer>>
            source="unit"
            label="单位"
            render={({ unit }) => unit}
          />
          <Column<ReturnType<typeof transfer>>
            source="bytes"
            label="大小"
            saved={({ bytes }) => ({ value: bytes, as: 'whole' })}
            savedUnit="bytes"
            render={({ bytes }) => <b>{bytes}</b>}
          />
          <Column
            source="operations"
            label="操作"
            render={() => <button type="button">x</button>}
          />
        </ListRows>
      </EndlessList>
    </Stage>,
  );
  return screen.findByRole('button', { name: '导出 CSV 下载记录' });
}

describe('a list that is saved', () => {
  it('is written whole, by its conditions, its formulas as text and its numbers unrounded', async () => {
    fireEvent.click(await show());
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('下载记录 2026-01-01 2026-01-31.csv');
    expect(await saved[0]?.content.text()).toBe(
      "单位,大小（字节）\r\n院,3072\r\n'＠院,2048\r\n'=1+1,1024\r\n",
    );
    const conditions = asked.map((query) => [query.get('unit'), query.get('from')]);
    expect(conditions.every(([unit, from]) => unit === 'x' && from === PERIOD.from)).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is a workbook of the same rows', async () => {
    let made: unknown;
    server.use(
      http.post('/api/stats/table.xlsx', async ({ request }) => {
        made = await request.json();
        return HttpResponse.arrayBuffer(new ArrayBuffer(4));
      }),
    );
    await show();
    fireEvent.click(screen.getByRole('button', { name: '导出 Excel 下载记录' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(made).toMatchObject({
      heads: ['单位', '大小（字节）'],
      rows: [{}, {}, ['=1+1', { value: 1024, as: 'whole' }]],
    });
    expect(saved[0]?.name).toMatch(/\.xlsx$/);
  });

  it('says how far it is, and is given up', async () => {
    const button = await show();
    server.use(
      http.get('/api/stats/downloads/transfers', async ({ request }) => {
        if (new URL(request.url).searchParams.get('before') !== null) await delay('infinite');
        return HttpResponse.json({ items: [transfer(3, '院')], next: '2' });
      }),
    );
    fireEvent.click(button);
    await screen.findByText('已读取 1 行（最多 20,000 行）');
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveProperty('disabled', false);
    expect(saved).toEqual([]);
  });

  it('is given up by leaving the page', async () => {
    await show();
    const ask = vi.spyOn(statistics, 'transfers').mockReturnValue(new Promise(() => undefined));
    fireEvent.click(screen.getByRole('button', { name: '导出 CSV 下载记录' }));
    await waitFor(() => expect(ask).toHaveBeenCalledOnce());
    const signal = ask.mock.calls[0]?.[1]?.signal;
    expect(signal?.aborted).toBe(false);
    cleanup();
    expect(signal?.aborted).toBe(true);
    expect(saved).toEqual([]);
  });

  it('of numbered pages is asked for in the largest that the server hands out', async () => {
    const sizes: (string | null)[] = [];
    server.use(
      http.get('/api/result-desk', ({ request }) => {
        sizes.push(new URL(request.url).searchParams.get('pageSize'));
        return HttpResponse.json({ items: [{ id: 'r1', title: '论文' }], total: 1, states: {} });
      }),
    );
    render(
      <Stage at="/results">
        <ResourceList resource="results" title="成果" conditions={{}}>
          <ListRows label="成果" minWidth={800} empty={null} savedAs="成果">
            <Column<{ id: string; title: string }>
              source="title"
              label="名称"
              render={({ title }) => title}
            />
          </ListRows>
        </ResourceList>
      </Stage>,
    );
    fireEvent.click(await screen.findByRole('button', { name: '导出 CSV 成果' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(sizes.at(-1)).toBe('1000');
  });

  it('says what the file does not hold', async () => {
    const button = await show();
    const many = Array.from({ length: 20_001 }, (_, n) => transfer(n, '院'));
    server.use(
      http.get('/api/stats/downloads/transfers', () =>
        HttpResponse.json({ items: many, next: null }),
      ),
    );
    fireEvent.click(button);
    await screen.findByText(/只有列表最前面的 20,000 行/);
    expect(saved[0]?.name).toBe('下载记录 2026-01-01 2026-01-31（前 20000 行）.csv');
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says why it cannot be saved', async () => {
    const button = await show();
    server.use(
      http.get('/api/stats/downloads/transfers', () => problem(503, 'unavailable', '服务暂不可用')),
    );
    fireEvent.click(button);
    await screen.findByText('导出失败 服务暂不可用');
    expect(saved).toEqual([]);
  });
});
