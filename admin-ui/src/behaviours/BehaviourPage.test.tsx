import type { Role } from '@scenedock/ui-kit';
import { setToken } from '@scenedock/ui-kit';
import { AUTHORITIES } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { BehaviourPage } from './BehaviourPage';

useServer();

const TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const line = (id: number, changes: object = {}) => ({
  id,
  fUserid: 'applicant',
  userName: '王工',
  fUserdept: '地质一队',
  fClientip: '192.0.2.7',
  fUseragent: 'test',
  fDetailurl: '/search',
  fBehaviortype: 2,
  fCreatetime: '2026-11-20T01:00:00Z',
  fReceivestarttime: null,
  fReceiveendtime: null,
  fOrdername: null,
  fDatanum: null,
  fDatasize: null,
  ...changes,
});

let asked: URLSearchParams[] = [];
let role: Role = 'admin';

beforeEach(() => {
  asked = [];
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
    http.get('/api/stats/behaviours', () =>
      HttpResponse.json({
        totals: TYPES.map((type) => ({ type, times: type * 1000, scenes: 0, bytes: 0 })),
        days: [
          { day: '2026-11-19', type: 2, times: 1200, people: 30 },
          { day: '2026-11-20', type: 2, times: 800, people: 25 },
          { day: '2026-11-20', type: 5, times: 7, people: 3 },
        ],
      }),
    ),
    http.get('/api/behaviours', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json(
        query.get('before') === '1.51'
          ? { items: [line(50, { fUserid: '', fDetailurl: '/older' })], next: null }
          : {
              items: [
                line(52, {
                  fBehaviortype: 6,
                  fReceivestarttime: '2026-11-20T01:00:00Z',
                  fReceiveendtime: '2026-11-20T01:05:00Z',
                }),
                line(51, { fBehaviortype: 5, fOrdername: '20261120WP01', fDatanum: 3 }),
              ],
              next: '1.51',
            },
      );
    }),
  );
});

async function show(at = '/userBehavioStat') {
  render(
    <Stage at={at}>
      <BehaviourPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '用户行为统计' });
}

describe('figures of what people did', () => {
  it('show searches by day first, and whatever is chosen', async () => {
    await show();
    await screen.findByRole('button', { name: /检索\s*2,000/, pressed: true });
    await screen.findByRole('cell', { name: '1,200' });
    const rows = screen.getByRole('link', { name: /2026-11-19/ }).getAttribute('href');
    expect(rows).toBe('/userBehavioStat?tab=log&from=2026-11-19&to=2026-11-19&type=2');
    fireEvent.click(screen.getByRole('button', { name: /^下载/ }));
    await screen.findByRole('cell', { name: '7' });
    expect(screen.queryByRole('cell', { name: '1,200' })).toBeNull();
    expect(screen.getByTestId('address').textContent).toBe('/userBehavioStat?type=5');
  });

  it('say so where nothing was done', async () => {
    await show('/userBehavioStat?type=0');
    await screen.findByText('暂无数据');
  });

  it('say that the server is not there', async () => {
    server.use(
      http.get('/api/stats/behaviours', () => problem(503, 'unavailable', '服务暂不可用')),
    );
    await show();
    await screen.findByText('服务暂不可用');
  });

  it('are all that operators see', async () => {
    role = 'operator';
    setToken('t-operator');
    await show('/userBehavioStat?tab=log');
    await screen.findByRole('button', { name: /^检索/ });
    expect(screen.queryByRole('tab', { name: '行为日志' })).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('the log', () => {
  it('tells who did what, and goes on to older rows', async () => {
    await show('/userBehavioStat?tab=log');
    await screen.findByText('停留 5 分钟');
    await screen.findByText('20261120WP01 · 3 景');
    fireEvent.click(screen.getByRole('button', { name: '加载更早的记录' }));
    await screen.findByText('/older');
    await screen.findByText('未登录');
    expect(screen.queryByRole('button', { name: '加载更早的记录' })).toBeNull();
  });

  it('asks the server for what is typed', async () => {
    await show('/userBehavioStat?tab=log&type=5');
    await waitFor(() => expect(asked.some((query) => query.get('type') === '5')).toBe(true));
    fireEvent.change(screen.getByLabelText('用户名、姓名、单位'), { target: { value: '地质' } });
    await waitFor(() => expect(asked.some((query) => query.get('q') === '地质')).toBe(true));
  });
});
