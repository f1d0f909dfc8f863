import type { ResearchResult } from '@scenedock/ui-kit';
import { APPLICANT, buildOrder, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { ResultsPanel } from '../orderDetail/ResultsPanel';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import ResultsPage from './ResultsPage';

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
  doi: '10.11834/jrs.20260001',
  link: '',
  note: '',
  orders: [{ id: 'o1', ordername: '20261128WP001', project: '冰川调查' }],
  satellites: ['GF1'],
  state: 'refused',
  reason: '与数据无关',
  decidedBy: '管理员',
  decidedAt: '2026-11-28T01:00:00Z',
  createdAt: '2026-11-27T01:00:00Z',
  version: 1,
};

let items: ResearchResult[] = [];

const server = useServer([]);

beforeEach(() => {
  items = [RESULT];
  server.use(
    ...everyScreen(),
    http.get(`${SITE}/api/results`, () => HttpResponse.json({ items, total: items.length })),
    http.get(`${SITE}/api/results/orders`, () =>
      HttpResponse.json({ items: RESULT.orders, total: 1 }),
    ),
  );
});

const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

it('shows what was reported, where it stands and why', async () => {
  openAt('/results', <ResultsPage />);
  await screen.findByText('冰川变化');
  screen.getByText('未通过');
  screen.getByText('未通过的原因：与数据无关');
  const doi = screen.getByRole('link', { name: RESULT.doi });
  expect(doi.getAttribute('href')).toBe('https://doi.org/10.11834/jrs.20260001');
  const order = screen.getByRole('link', { name: '20261128WP001' });
  expect(order.getAttribute('href')).toBe('/orderManage/details/o1');
});

it('asks for what is missing, shows what is refused at its field, and sends the rest', async () => {
  items = [];
  const sent: unknown[] = [];
  const fault = { field: 'doi', code: 'field.doi_wrong', detail: 'DOI应形如10.11834/x' };
  server.use(
    http.post(`${SITE}/api/results`, () =>
      HttpResponse.json(
        {
          type: 'about:blank',
          title: '',
          status: 400,
          code: 'invalid',
          detail: '',
          errors: [fault],
        },
        { status: 400 },
      ),
    ),
  );
  openAt('/results', <ResultsPage />);
  await screen.findByText('还没有登记成果');
  fireEvent.click(screen.getByRole('button', { name: '登记成果' }));
  const dialog = await screen.findByRole('dialog', { name: '登记成果' });
  fireEvent.click(within(dialog).getByRole('button', { name: '登记' }));
  expect(await within(dialog).findAllByText('请填写此项')).toHaveLength(4);
  type(/名称/, '冰川变化');
  type(/作者/, '李四');
  type(/发表年月/, '2026-03');
  type(/DOI/, 'x');
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /20261128WP001/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: '登记' }));
  await within(dialog).findByText(/DOI应形如/);
  server.use(recording(http.post, `${SITE}/api/results`, sent));
  type(/DOI/, '10.11834/jrs.20260001');
  fireEvent.click(within(dialog).getByRole('button', { name: '登记' }));
  await screen.findAllByText('成果已登记');
  expect(sent).toEqual([
    {
      kind: 'paper',
      title: '冰川变化',
      authors: '李四',
      month: '2026-03',
      venue: '',
      doi: '10.11834/jrs.20260001',
      link: '',
      note: '',
      orderIds: ['o1'],
    },
  ]);
});

it('is withdrawn after a question', async () => {
  const gone: string[] = [];
  server.use(
    http.delete(`${SITE}/api/results/:id`, ({ params }) => {
      gone.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  openAt('/results', <ResultsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '撤回 冰川变化' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: '确定' }));
  await waitFor(() => expect(gone).toEqual(['r1']));
});

it('stands on the page of an own order that was provided, and is based on it', async () => {
  const order = buildOrder({ id: 'o1', sstatus: 7, loginUser: APPLICANT.loginName });
  openAt('/orderManage/details/o1', <ResultsPanel order={order} />);
  await screen.findByRole('link', { name: '全部成果' });
  fireEvent.click(await screen.findByRole('button', { name: '登记成果' }));
  const dialog = await screen.findByRole('dialog', { name: '登记成果' });
  const box = await within(dialog).findByRole<HTMLInputElement>('checkbox');
  expect(box.checked).toBe(true);
});

it.each([
  ['of somebody else', { sstatus: 7, loginUser: 'other' } as const],
  ['not yet provided', { sstatus: 1, loginUser: APPLICANT.loginName } as const],
])('does not stand on the page of an order %s', async (_, part) => {
  openAt('/', <ResultsPanel order={buildOrder(part)} />);
  await waitFor(() => expect(screen.queryByRole('button', { name: '登记成果' })).toBeNull());
});
