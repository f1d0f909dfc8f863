import type { Me, Order } from '@scenedock/ui-kit';
import { APPLICANT, AUTHORITIES } from '@scenedock/ui-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buttons, ORIGIN, open, server, URL_OF, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

/** Somebody with orders of their own who also watches over those of all others. */
const WATCHING: Me = {
  ...APPLICANT,
  id: '3',
  loginName: 'watching',
  authorities: [...AUTHORITIES.applicant, ...AUTHORITIES.operator],
};

/** Somebody else's order that is ready. */
const READY: Partial<Order> = {
  sstatus: 6,
  attachments: undefined,
  expiresAt: '2026-12-21T07:04:05Z',
};

/** What was asked of the order, below its own address. */
const requested: string[] = [];

beforeEach(() => {
  requested.length = 0;
  server.use(http.get(`${ORIGIN}/api/auth/me`, () => HttpResponse.json(WATCHING)));
  server.events.on('request:start', ({ request }) => {
    if (request.url.startsWith(`${URL_OF}/`)) requested.push(request.url.slice(URL_OF.length + 1));
  });
});

afterEach(() => server.events.removeAllListeners());

it.each([
  ['to be downloaded', 0],
  ['to be fetched as a copy', 2],
] as const)(
  'shows an order %s, without what is its owner’s and the auditors’',
  async (_, getMethod) => {
    open({ ...READY, getMethod });
    await screen.findByText('项目甲');
    screen.getByText('此内容需要“审核和处理订单”权限。');
    await waitFor(() =>
      expect(new Set(requested.map((path) => path.split('?')[0]))).toEqual(
        new Set(['footprint', 'scenes', 'events', 'waits']),
      ),
    );
    expect(await buttons()).toEqual([]);
    for (const title of ['离线拷贝领取', '订单推送', '交付记录']) {
      expect(screen.queryByRole('region', { name: title })).toBeNull();
    }
    for (const name of ['历史附件', '打包下载', '上传附件']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  },
);

it('shows orders of one’s own as their owner sees them', async () => {
  open({ ...READY, getMethod: 2, attachments: [], loginUser: WATCHING.loginName });
  await screen.findByRole('region', { name: '离线拷贝领取' });
  await screen.findByRole('button', { name: '历史附件' });
  await waitFor(() => expect(requested).toEqual(expect.arrayContaining(['attachments', 'pickup'])));
});
