import { type Locale, type ResearchResult, type Role, storeLocale } from '@scenedock/ui-kit';
import { AUTHORITIES } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { linkTargets } from '../test/linkTargets';
import { Stage } from '../test/Stage';
import { catchFiles, linesOf } from '../test/savedFiles';
import { server, useServer } from '../test/server';
import { ResultsPage } from './ResultsPage';

useServer();

const RESULT: ResearchResult = {
  id: 'r1',
  number: 'C000012',
  owner: '李四',
  unit: '地质一队',
  kind: 'paper',
  title: '冰川变化',
  authors: '李四',
  month: '2026-03',
  venue: '遥感学报',
  doi: '',
  link: '',
  note: '',
  orders: [{ id: 'o1', ordername: '20261128WP001', project: '冰川调查' }],
  satellites: ['GF1'],
  state: 'reported',
  reason: '',
  decidedBy: '',
  decidedAt: null,
  createdAt: '2026-11-27T01:00:00Z',
  version: 3,
};

let asked: URL[] = [];
let decisions: unknown[] = [];
let role: Role = 'admin';

beforeEach(() => {
  asked = [];
  decisions = [];
  role = 'admin';
  server.use(
    http.get('/api/auth/me', () =>
      HttpResponse.json({
        id: 'me',
        loginName: 'admin',
        userName: '管理员',
        role,
        authorities: AUTHORITIES[role],
      }),
    ),
    http.get('/api/result-desk', ({ request }) => {
      asked.push(new URL(request.url));
      const states = [{ state: 'reported', count: 1 }];
      return HttpResponse.json({ items: [RESULT], total: 1, states });
    }),
    http.get('/api/result-desk/figures', ({ request }) => {
      asked.push(new URL(request.url));
      const items = [{ value: 'GF1', results: 1234, checked: 3 }];
      return HttpResponse.json({ items, total: 1, current: true });
    }),
    http.post('/api/results/r1/decision', async ({ request }) => {
      decisions.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const show = (at: string) =>
  render(
    <Stage at={at}>
      <ResultsPage />
    </Stage>,
  );

it('lists what the address asks for, and exports just that', async () => {
  show('/results?counted=true&year=2026&satellite=GF1');
  await screen.findByText('冰川变化');
  const query = asked.at(-1)?.searchParams;
  expect(query?.get('counted')).toBe('true');
  expect(query?.get('year')).toBe('2026');
  const href = screen.getByRole('link', { name: '导出 Excel' }).getAttribute('href') ?? '';
  expect(href).toContain('/api/result-desk/export.xlsx?');
  for (const part of ['counted=true', 'year=2026', 'satellite=GF1']) expect(href).toContain(part);
  const order = screen.getByRole('link', { name: '20261128WP001' });
  expect(order.getAttribute('href')).toContain('o1');
});

it.each<[Locale, string, RegExp, string]>([
  ['zh-CN', 'GF1、GF2', /^导出 CSV/, '20261128WP001、GF1、GF2'],
  ['en', 'GF1, GF2', /^Save as CSV/, '"20261128WP001, GF1, GF2"'],
])(
  'lists satellites as its language does, saved as well: %s',
  async (locale, list, save, saved) => {
    storeLocale(locale);
    server.use(
      http.get('/api/result-desk', () =>
        HttpResponse.json({
          items: [{ ...RESULT, satellites: ['GF1', 'GF2'] }],
          total: 1,
          states: [],
        }),
      ),
    );
    const files = catchFiles();
    show('/results');
    await screen.findByText(list);
    fireEvent.click(await screen.findByRole('button', { name: save }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect((await linesOf(files[0]?.content))[1]).toContain(saved);
  },
);

it('is checked at once, and refused with a reason', async () => {
  show('/results');
  fireEvent.click(await screen.findByRole('button', { name: '核实' }));
  await waitFor(() => expect(decisions).toEqual([{ decision: 'check', version: 3 }]));
  fireEvent.click(await screen.findByRole('button', { name: '不通过' }));
  const dialog = await screen.findByRole('dialog', { name: '不通过“冰川变化”' });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '与数据无关' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '确定' }));
  await waitFor(() =>
    expect(decisions.at(-1)).toEqual({ decision: 'refuse', reason: '与数据无关', version: 3 }),
  );
});

it('is read anew when its owner changed it meanwhile, and not decided about', async () => {
  server.use(
    http.post('/api/results/r1/decision', () =>
      HttpResponse.json(
        { code: 'changed_meanwhile', detail: '内容已被更新，请刷新后重试' },
        { status: 409 },
      ),
    ),
  );
  show('/results');
  fireEvent.click(await screen.findByRole('button', { name: '不通过' }));
  const dialog = await screen.findByRole('dialog', { name: '不通过“冰川变化”' });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '与数据无关' } });
  const before = asked.length;
  fireEvent.click(within(dialog).getByRole('button', { name: '确定' }));
  await within(dialog).findByText(/请刷新后重试/);
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
});

it('lets those look who decide nothing', async () => {
  role = 'operator';
  show('/results');
  await screen.findByText('冰川变化');
  expect(screen.queryByRole('button', { name: '核实' })).toBeNull();
});

it('counts by what the address says, and leads from each figure to its rows', async () => {
  show('/results?tab=figures&ofYear=2026');
  const table = await screen.findByRole('table', { name: '成果登记 · 按卫星' });
  within(table).getByText('1,234');
  expect(asked.at(-1)?.search).toBe('?by=satellite&year=2026');
  const rows = '/results?counted=true&year=2026&satellite=GF1';
  expect(linkTargets(table)).toEqual([rows, `${rows}&state=checked`]);
  within(table).getByRole('link', { name: 'GF1 已核实（项） 3' });
});

it.each(['satellite', 'unit'])('leads from results without a %s to them', async (by) => {
  const items = [{ value: '', results: 5, checked: 0 }];
  server.use(
    http.get('/api/result-desk/figures', () =>
      HttpResponse.json({ items, total: 1, current: true }),
    ),
  );
  show(`/results?tab=figures&by=${by}`);
  const row = await screen.findByRole('row', { name: /^未填写/ });
  expect(linkTargets(row)).toEqual([`/results?counted=true&without=${by}`]);
});

it('asks for results without a unit, exports just these, and leaves off', async () => {
  show('/results?counted=true&without=unit');
  await screen.findByText('冰川变化');
  expect(asked.at(-1)?.searchParams.get('unit')).toBe('');
  expect(asked.at(-1)?.searchParams.has('without'), 'no word of the server').toBe(false);
  const href = screen.getByRole('link', { name: '导出 Excel' }).getAttribute('href');
  expect(href).toMatch(/[?&]unit=(&|$)/);
  const unit = screen.getByRole('combobox', { name: '单位' });
  expect(unit.textContent).toBe('未填写');
  fireEvent.mouseDown(unit);
  fireEvent.click(await screen.findByRole('option', { name: '不限' }));
  await waitFor(() => expect(asked.at(-1)?.searchParams.has('unit')).toBe(false));
});

it('says that results written just now are not counted yet', async () => {
  server.use(
    http.get('/api/result-desk/figures', () =>
      HttpResponse.json({ items: [], total: 0, current: false }),
    ),
  );
  show('/results?tab=figures');
  await screen.findByText('刚刚填报或审核的成果正在计入，请稍后刷新');
});
