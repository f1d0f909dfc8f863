import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ExportTarget, nothingChosen } from '../exports/runExport';
import { zhCN as m } from '../messages/zh-CN';
import { buildExport } from '../testing/builders';
import { ExportMenu } from './ExportMenu';

const AT_WORK = buildExport({ F_STATUS: '0', F_ZIPURL: null, fileName: null });
const DONE = buildExport({ fileName: '导出.csv' });

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

let answers: (() => Response)[] = [];
const asked: { method: string; url: string; body: unknown }[] = [];
const downloads: { href: string; name: string }[] = [];
const notify = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, url } = request;
    const body = await request.text();
    asked.push({ method, url: new URL(url).pathname, body: body ? JSON.parse(body) : null });
    if (method === 'POST') return json({ uuid: 'u1' }, 202);
    return (answers.shift() ?? (() => json(AT_WORK)))();
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push({ href: this.getAttribute('href') ?? '', name: this.download });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  notify.mockReset();
  answers = [];
  asked.length = 0;
  downloads.length = 0;
});

const open = (target: ExportTarget | null) =>
  render(<ExportMenu target={target} notify={notify} />);

const tick = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function pick(kind: string) {
  fireEvent.click(screen.getByRole('button', { name: m.exports.open }));
  fireEvent.click(screen.getByRole('menuitem', { name: kind }));
  await tick(0);
}

describe('exporting', () => {
  it('of nothing is answered with a warning', () => {
    for (const target of [null, { orderId: '7', dids: [] }, { dataIds: [] }]) {
      open(target);
      fireEvent.click(screen.getByRole('button', { name: m.exports.open }));
      expect(notify).toHaveBeenLastCalledWith('请选择要导出的数据！', 'warning');
      expect(screen.queryByRole('menu')).toBeNull();
      cleanup();
    }
    expect(asked).toEqual([]);
    expect(nothingChosen({ orderId: '7' })).toBe(false);
  });

  it('offers the four formats, asks every two seconds, says so, and downloads when done', async () => {
    answers = [() => json(AT_WORK), () => json(DONE)];
    open({ orderId: '7', dids: [1, 2] });
    fireEvent.click(screen.getByRole('button', { name: m.exports.open }));
    const kinds = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(kinds).toEqual(['Shapefile', 'GeoJSON', 'CSV', 'Excel']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'CSV' }));
    await tick(0);
    const start = { method: 'POST', url: '/api/exports' };
    expect(asked).toEqual([{ ...start, body: { kind: 'csv', orderId: '7', dids: [1, 2] } }]);
    expect(screen.getByRole('status').textContent).toBe('正在导出 CSV…');
    await tick(1999);
    expect(asked).toHaveLength(1);
    await tick(1);
    expect(asked.at(-1)?.url).toBe('/api/exports/u1');
    expect(downloads).toEqual([]);
    await tick(2000);
    expect(asked).toHaveLength(3);
    expect(downloads).toEqual([{ href: '/api/exports/u1/file', name: '导出.csv' }]);
    expect(notify).toHaveBeenLastCalledWith(m.exports.done, 'success');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('shows why it failed', async () => {
    answers = [() => json({ ...AT_WORK, F_STATUS: '2', message: '暂无空间信息' })];
    open({ dataIds: ['a'] });
    await pick('Shapefile');
    await tick(2000);
    expect(notify).toHaveBeenLastCalledWith('暂无空间信息', 'error');
    expect(downloads).toEqual([]);
  });

  it('tells of an empty download', async () => {
    answers = [() => json({ ...DONE, F_ZIPURL: null })];
    open({ dataIds: ['a'] });
    await pick('CSV');
    await tick(2000);
    expect(notify).toHaveBeenLastCalledWith('暂无文件！', 'warning');
  });

  it('outlasts a silence, but no refusal', async () => {
    answers = [() => new Response(null, { status: 502 }), () => json(DONE)];
    open({ dataIds: ['a'] });
    await pick('CSV');
    await tick(4000);
    expect(downloads).toHaveLength(1);
    answers = [() => json({ detail: '导出不存在' }, 404)];
    await pick('CSV');
    await tick(2000);
    expect(notify).toHaveBeenLastCalledWith('导出不存在', 'error');
  });

  it('can be waited for no longer', async () => {
    open({ dataIds: ['a'] });
    await pick('CSV');
    fireEvent.click(screen.getByRole('button', { name: m.exports.cancel }));
    expect(notify).toHaveBeenLastCalledWith(m.exports.cancelled, 'info');
    await tick(10_000);
    expect(asked).toHaveLength(1);
    expect(screen.getByRole('button', { name: m.exports.open })).toHaveProperty('disabled', false);
  });

  it('stops quietly with its screen', async () => {
    const { unmount } = open({ dataIds: ['a'] });
    await pick('CSV');
    unmount();
    await tick(10_000);
    expect(asked).toHaveLength(1);
    expect(notify).not.toHaveBeenCalled();
  });
});
