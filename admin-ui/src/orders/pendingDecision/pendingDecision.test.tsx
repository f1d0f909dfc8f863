import type { AuditDesk, Order } from '@scenedock/ui-kit';
import { AUTHORITIES, buildOrder, buildQueuedOrder } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { server, useServer } from '../../test/server';
import { PendingDecisions } from './PendingDecisions';
import { DecisionOrState } from './PendingInList';
import { PendingNotice } from './PendingNotice';

useServer();

const NOW = '2026-11-21T02:00:00Z';

let desk: AuditDesk;
let asked: number;
const takenBack: string[] = [];

beforeEach(() => {
  takenBack.length = 0;
  asked = 0;
  const decision = {
    decision: 'reject' as const,
    cause: '附件不清晰',
    byName: '王工',
    mine: true,
    dueAt: '2026-11-21T02:00:06Z',
  };
  desk = {
    items: [{ ...buildQueuedOrder('a'), decision }, buildQueuedOrder('b')],
    total: 2,
    now: NOW,
    dropped: [],
  };
  server.use(
    http.get('/api/audit-desk', () => {
      asked += 1;
      return HttpResponse.json(desk);
    }),
    http.delete('/api/orders/:id/decision', ({ params }) => {
      takenBack.push(String(params.id));
      desk = { ...desk, items: desk.items.map((one) => ({ ...one, decision: null })) };
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

function show(authorities: readonly string[], ...orders: Order[]) {
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json({ id: '1', role: 'admin', authorities })),
  );
  render(
    <Stage>
      <PendingDecisions orders={orders}>
        {orders.map((order) => (
          <div key={order.id} data-testid={order.id}>
            <DecisionOrState order={order} />
            <PendingNotice orderId={order.id} />
          </div>
        ))}
      </PendingDecisions>
    </Stage>,
  );
}

const waiting = (id: string) => buildOrder({ id, sstatus: 0 });

describe('a decision that is held', () => {
  it('is told with the time that is left, and taken back', async () => {
    show(AUTHORITIES.admin, waiting('a'), waiting('b'));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toMatch(/将驳回\d+ 秒后生效附件不清晰/);
    expect(screen.getByTestId('b').textContent).toBe('待审核');
    fireEvent.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(takenBack).toEqual(['a']);
    expect(screen.getByTestId('a').textContent).toBe('待审核');
  });

  it("says whose it is, and is not others' to take back", async () => {
    const [first] = desk.items;
    if (first?.decision) first.decision.mine = false;
    show(AUTHORITIES.admin, waiting('a'));
    expect((await screen.findByRole('alert')).textContent).toContain('王工将驳回');
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  });

  it('is told of no order that does not wait any more, nor asked for by who may not audit', async () => {
    show(AUTHORITIES.operator, waiting('a'), buildOrder({ id: 'b', sstatus: 1 }));
    await waitFor(() => expect(screen.getByTestId('a').textContent).toBe('待审核'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked).toBe(0);
  });
});
