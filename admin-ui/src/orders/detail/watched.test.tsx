import type { Permission } from '@scenedock/ui-kit';
import { AUTHORITIES, buildAttachment, buildOrder } from '@scenedock/ui-kit/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Stage } from '../../test/Stage';
import { ADMIN, server, useServer } from '../../test/server';
import { OrderView } from './OrderView';

vi.mock('../../parts/map/FootprintMap', () => ({ default: () => <div>map</div> }));

useServer();

/** What was asked of the order, below its own address. */
const requested: string[] = [];

class NoStream {
  addEventListener(): void {}
  close(): void {}
}

beforeEach(() => {
  requested.length = 0;
  vi.stubGlobal('EventSource', NoStream);
  server.use(
    http.get('/api/config', () => HttpResponse.json({ uploadMaxBytes: 20 })),
    http.get('/api/settings', () => HttpResponse.json({ reorder: true })),
    http.get('/api/orders/7/footprint', () =>
      HttpResponse.json({ wkt: 'GEOMETRYCOLLECTION EMPTY' }),
    ),
    http.get('/api/orders/7/:list', () => HttpResponse.json({ items: [], total: 0 })),
  );
  server.events.on('request:start', ({ request }) => {
    const path = /\/api\/orders\/7\/([^?]+)/.exec(request.url)?.[1];
    if (path !== undefined) requested.push(path);
  });
});

afterEach(() => {
  server.events.removeAllListeners();
  vi.unstubAllGlobals();
});

async function show(authorities: Permission[], getMethod: 0 | 2, attachments = true) {
  server.use(http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities })));
  const order = buildOrder({
    sstatus: 6,
    getMethod,
    expiresAt: '2026-12-21T07:04:05Z',
    attachments: attachments ? [buildAttachment(6)] : undefined,
  });
  render(
    <Stage>
      <OrderView order={order} />
    </Stage>,
  );
  // Scenes are the last to be asked for; who may export them is known.
  await waitFor(() => expect(requested).toContain('scenes'));
  await screen.findByRole('button', { name: '导出' });
}

const actions = () => {
  const bar = within(screen.getByRole('group', { name: '订单操作' }));
  return [...bar.queryAllByRole('button'), ...bar.queryAllByRole('link')];
};

describe('an order that is only watched', () => {
  it.each([
    ['somebody with orders of their own', [...AUTHORITIES.applicant, ...AUTHORITIES.operator]],
    ['an auditor whose own it is', AUTHORITIES.admin],
  ])('is shown to %s without papers and without what was prepared', async (_, authorities) => {
    await show(authorities, 2, false);
    const papers = within(screen.getByRole('region', { name: '订单附件' }));
    papers.getByText('此内容需要“审核和处理订单”权限。');
    expect(papers.queryByRole('button')).toBeNull();
    expect(actions()).toEqual([]);
    expect(new Set(requested)).toEqual(new Set(['footprint', 'scenes', 'events', 'waits']));
  });
});

it('that is audited has them', async () => {
  await show(AUTHORITIES.admin, 2);
  expect(actions().map((one) => one.textContent)).toEqual(['离线拷贝联系方式', '打印领取单']);
  screen.getByRole('button', { name: '预览 任务来源说明' });
});
