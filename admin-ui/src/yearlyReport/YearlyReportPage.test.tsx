import { setToken } from '@scenedock/ui-kit';
import { AUTHORITIES } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { YearlyReportPage } from './YearlyReportPage';

useServer();

const FIRST = {
  ...{ id: 'e1', edition: 1, sha256: 'b'.repeat(64), publishedBy: '管理员' },
  publishedAt: '2026-11-25T02:30:00Z',
};
const SOURCE = '/registry?from=2026-01-01&to=2026-11-25';

const report = (more = {}) => ({
  ...{ year: 2026, unit: '', sha256: 'a'.repeat(64), title: '2026年度卫星遥感数据分发服务报告' },
  ...{ subtitle: '全部单位（截至11月25日）', notes: [], edition: null, editions: [FIRST] },
  units: ['某院'],
  current: true,
  spikes: [{ month: 3, subject: 'orders' }],
  sections: [
    {
      heading: '一、概况',
      blocks: [
        {
          kind: 'paragraph',
          pieces: [
            { text: '提供数据 ', source: null, note: null },
            { text: '1,234', source: SOURCE, note: null },
            { text: '56', source: '/orderManage?filter=%7B%7D', note: null },
            { text: '', source: null, note: 1 },
          ],
        },
        {
          kind: 'chart',
          ...{ title: '各月提供数据量（GB）', labels: ['1月'], numbers: 'bytes' },
          series: [{ name: '数据量', values: [2 ** 31] }],
        },
        {
          kind: 'table',
          ...{ caption: '各单位数据提供情况', names: '单位' },
          columns: [
            { heading: '数据量（GB）', numbers: 'bytes' },
            { heading: '占比（%）', numbers: 'permille' },
          ],
          rows: [
            {
              ...{ name: '某院', notes: [1], figures: [2 ** 31, 1000], source: `${SOURCE}&unit=x` },
              sources: [`${SOURCE}&unit=x`, `${SOURCE}&unit=x`],
            },
            {
              ...{ name: '合计', notes: [], figures: [2 ** 31, 1000], source: SOURCE },
              sources: [SOURCE, SOURCE],
            },
          ],
        },
      ],
    },
  ],
  ...more,
});

let calls: unknown[] = [];
/** What the newest edition says. */
let newest = FIRST;
const note = async (call: { request: Request }) => {
  calls.push([call.request.method, await call.request.json()]);
};

beforeEach(() => {
  calls = [];
  newest = FIRST;
  server.use(
    http.get('/api/reports/yearly', ({ request }) => {
      calls.push(new URL(request.url).search);
      return HttpResponse.json(report({ editions: [newest] }));
    }),
    http.get('/api/reports/yearly/e1', () =>
      HttpResponse.json(report({ edition: FIRST, sha256: FIRST.sha256 })),
    ),
    http.put('/api/reports/yearly/notes', async (call) => {
      await note(call);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('/api/reports/yearly', async (call) => {
      await note(call);
      newest = { ...FIRST, edition: 2, sha256: 'a'.repeat(64) };
      return HttpResponse.json(newest, { status: 201 });
    }),
  );
});

async function show(query = 'year=2026') {
  render(
    <Stage at={`/yearlyReport?${query}`}>
      <YearlyReportPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '2026年度卫星遥感数据分发服务报告' });
}

const address = () => screen.getByTestId('address').textContent;

describe('the yearly report', () => {
  it('reads as printed, and every figure leads to its rows', async () => {
    await show();
    expect(screen.getByRole('link', { name: '1,234' }).getAttribute('href')).toBe(SOURCE);
    const row = screen.getByRole('row', { name: /某院/ });
    const figure = within(row).getByRole('link', { name: /数据量（GB） 2.00$/ });
    expect(figure.getAttribute('href')).toBe(`${SOURCE}&unit=x`);
    const share = within(row).getByRole('link', { name: /占比（%） 100.0$/ });
    expect(share.getAttribute('href')).toBe(`${SOURCE}&unit=x`);
    within(row).getByRole('link', { name: /查看某院/ });
    screen.getByRole('img', { name: /各月提供数据量/ });
    expect(screen.getByRole('link', { name: '导出 Word' }).getAttribute('href')).toBe(
      '/api/reports/yearly/file?year=2026&format=docx',
    );
  });

  it('keeps year, unit and version in the address', async () => {
    await show();
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '单位' }));
    fireEvent.click(await screen.findByRole('option', { name: '某院' }));
    await waitFor(() => expect(address()).toContain('unit='));
    await waitFor(() => expect(calls.at(-1)).toContain('unit='));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '版本' }));
    fireEvent.click(await screen.findByRole('option', { name: '第 1 版' }));
    await screen.findByText(/第 1 版，管理员 于/);
    expect(address()).toContain('edition=e1');
    expect(screen.getByRole('link', { name: '导出 JSON' }).getAttribute('href')).toBe(
      '/api/reports/yearly/e1/file?format=json',
    );
    expect(screen.queryByRole('button', { name: '发布' })).toBeNull();
  });

  it('takes a note on a month that stands out', async () => {
    await show();
    screen.getByText('明显偏高');
    fireEvent.click(screen.getByRole('button', { name: '编辑注释：3 月 · 订单' }));
    const text = screen.getByRole('textbox', { name: '注释内容' });
    fireEvent.change(text, { target: { value: '长'.repeat(501) } });
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    screen.getByText('不能超过 500 个字符');
    fireEvent.change(text, { target: { value: ' 汛期应急 ' } });
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    const body = { year: 2026, unit: '', month: 3, subject: 'orders', text: '汛期应急' };
    await waitFor(() => expect(calls).toContainEqual(['PUT', body]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('cannot be published while orders are not counted, and says so', async () => {
    server.use(
      http.get('/api/reports/yearly', () => HttpResponse.json(report({ current: false }))),
    );
    await show();
    screen.getByText(/部分订单尚未统计完成/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '发布' }).disabled).toBe(true);
  });

  it('publishes what is shown, and says when that is an edition already', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    const dialog = screen.getByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: '发布' }));
    const body = { year: 2026, sha256: 'a'.repeat(64) };
    await waitFor(() => expect(calls).toContainEqual(['POST', body]));
    const same = await screen.findByRole('button', { name: '内容与第 2 版一致' });
    expect((same as HTMLButtonElement).disabled).toBe(true);
  });

  it('is noted by operators, who publish nothing and reach no rows of the registry', async () => {
    setToken('t-operator');
    server.use(
      http.get('/api/auth/me', () =>
        HttpResponse.json({ ...ADMIN, role: 'operator', authorities: AUTHORITIES.operator }),
      ),
    );
    await show();
    await screen.findByRole('button', { name: '编辑注释：3 月 · 订单' });
    expect(screen.queryByRole('button', { name: '发布' })).toBeNull();
    screen.getByText('1,234', { exact: false });
    expect(screen.queryByRole('link', { name: '1,234' })).toBeNull();
    const row = screen.getByRole('row', { name: /某院/ });
    expect(within(row).queryByRole('link')).toBeNull();
    const orders = screen.getByRole('link', { name: '56' });
    expect(orders.getAttribute('href')).toBe('/orderManage?filter=%7B%7D');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '单位' }));
    await screen.findByRole('option', { name: '某院' });
  });

  it('is only read by who sees the registry and neither notes nor publishes', async () => {
    setToken('t-reader');
    server.use(
      http.get('/api/auth/me', () =>
        HttpResponse.json({ ...ADMIN, authorities: ['/registry/list', '/scene/all'] }),
      ),
    );
    await show();
    await screen.findByRole('link', { name: '1,234' });
    expect(screen.queryByRole('link', { name: '56' })).toBeNull();
    expect(screen.queryByText('月份注释')).toBeNull();
    expect(screen.queryByRole('button', { name: '发布' })).toBeNull();
  });

  it('says that it cannot be read, and tries again', async () => {
    server.use(http.get('/api/reports/yearly', () => problem(500, 'internal', '系统错误')));
    render(
      <Stage at="/yearlyReport?year=2026">
        <YearlyReportPage />
      </Stage>,
    );
    await screen.findByRole('button', { name: '重试' });
  });
});
