import type { Order } from '@scenedock/ui-kit';
import { buildOrder } from '@scenedock/ui-kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { DataKind } from '../cart/kinds';
import { ADMIN, everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import { AddToOrderButton } from './AddToOrder';

const ORDER = buildOrder();

const server = useServer([]);
const asked: string[] = [];
const sent: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  sent.length = 0;
});

const DRAFT: Order = { ...ORDER, id: '1', ordername: '20261121WP150405001', sstatus: -1 };
const REJECTED: Order = { ...ORDER, id: '2', ordername: '20261121WP150405002', sstatus: 2 };

function open(orders: Order[], added: number, me = everyScreen(), kind: DataKind | null = null) {
  server.use(
    ...me,
    http.get(`${SITE}/api/orders`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('status') ?? '');
      return HttpResponse.json({ items: orders, total: orders.length });
    }),
    http.post(`${SITE}/api/orders/:id/scenes`, async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return HttpResponse.json({ added, order: REJECTED });
    }),
  );
  openAt('/', <AddToOrderButton dataIds={['a', 'b']} kind={kind} />);
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('offers drafts and rejected orders, and adds the scenes to the one chosen', async () => {
  open([DRAFT, REJECTED], 2);
  await press('加入已有订单');
  await screen.findByText('将所选2景数据加入待提交或被驳回的订单');
  await screen.findByText(DRAFT.ordername);
  expect(asked).toEqual(['-1,2']);
  await press(`加入已有订单 ${REJECTED.ordername}`);
  await screen.findByText(`已将2景数据加入订单 ${REJECTED.ordername}`);
  expect(sent).toEqual([['2', { dataIds: ['a', 'b'] }]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says when the order holds them already', async () => {
  open([REJECTED], 0);
  await press('加入已有订单');
  await press(`加入已有订单 ${REJECTED.ordername}`);
  await screen.findByText(`订单 ${REJECTED.ordername} 已包含所选数据`);
});

it('stays open with the reason of a refusal, said once', async () => {
  open([DRAFT], 0);
  server.use(
    http.post(`${SITE}/api/orders/:id/scenes`, () => refusal(422, '一个订单最多订购10000景数据！')),
  );
  await press('加入已有订单');
  await press(`加入已有订单 ${DRAFT.ordername}`);
  expect(await screen.findAllByText('一个订单最多订购10000景数据！')).toHaveLength(1);
  screen.getByRole('dialog');
});

it('says that there is no such order, and what kind it takes', async () => {
  open([], 0);
  await press('加入已有订单');
  await screen.findByText('没有可以加入的订单');
  screen.getByText('只有待提交或被驳回的订单可以增加数据');
});

it('offers the orders of the same kind of data alone', async () => {
  const archive = { ...REJECTED, dataType: '1' };
  open([{ ...DRAFT, dataType: '0' }, archive], 2, everyScreen(), 'archive');
  await press('加入已有订单');
  await screen.findByText(archive.ordername);
  expect(screen.queryByText(DRAFT.ordername)).toBeNull();
});

it('is for applicants only', async () => {
  open([DRAFT], 0, everyScreen(ADMIN));
  await screen.findByTestId('where');
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});
