import { type Order, zhCN } from '@scenedock/ui-kit';
import { AUTHORITIES, buildOrder } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { useMe } from '../../providers/useMe';
import { Stage } from '../../test/Stage';
import { ADMIN, problem, server, useServer } from '../../test/server';
import { PickupIcon } from './PickupIcon';

useServer();

let pickupAsked = 0;

/** An operator who has orders of their own, too. */
const OPERATOR = {
  ...ADMIN,
  loginName: 'wangwu',
  authorities: [...AUTHORITIES.applicant, ...AUTHORITIES.operator],
};

beforeEach(() => {
  pickupAsked = 0;
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(OPERATOR)),
    http.get('/api/config', () => HttpResponse.json({ contactTele: '010-1' })),
    http.get('/api/orders/:id/pickup', () => {
      pickupAsked += 1;
      return problem(404, 'not_found', '暂无可领取的数据');
    }),
  );
});

/** Stands there once it is known who looks. */
const Who = () => <p>{useMe()?.loginName}</p>;

async function show(order: Order) {
  render(
    <Stage>
      <PickupIcon order={order} />
      <Who />
    </Stage>,
  );
  await screen.findByText(OPERATOR.loginName);
}

it('is not offered to who only watches the order, and nothing is asked for', async () => {
  await show(buildOrder({ loginUser: 'applicant' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(pickupAsked).toBe(0);
});

it('tells the owner whom to ask, and not that nothing was staged', async () => {
  await show(buildOrder({ loginUser: OPERATOR.loginName }));
  fireEvent.click(screen.getByRole('button'));
  await within(screen.getByRole('dialog')).findByText('010-1');
  expect(screen.queryByText(zhCN.delivery.notStaged)).toBeNull();
});
