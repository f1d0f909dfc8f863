import type { SubscribedScene, Subscription } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { leastColumnWidth } from '../test/leastWidth';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { SubscriptionDeskPage } from './SubscriptionDeskPage';
import { WAITING } from './testSubscription';
import { TARGET } from './testTarget';

useServer();

let decisions: unknown[] = [];

beforeEach(() => {
  decisions = [];
  server.use(
    http.get('/api/subscription-desk', () =>
      HttpResponse.json({ items: [WAITING], total: 1, states: [{ state: 'pending', count: 1 }] }),
    ),
    http.get('/api/subscription-desk/targets', () =>
      HttpResponse.json({ items: [TARGET], total: 1 }),
    ),
    http.get('/api/subscriptions/s1/backfills', () => HttpResponse.json([])),
    http.post('/api/subscriptions/s1/decision', async ({ request }) => {
      decisions.push(await request.json());
      return HttpResponse.json(WAITING);
    }),
  );
});

function show(at = '/subscribeAudit') {
  render(
    <Stage at={at}>
      <SubscriptionDeskPage />
    </Stage>,
  );
}

/** A subscription that its owner may change while it is looked at: whoever read another version is refused. */
function changingDesk() {
  const desk = { now: WAITING };
  server.use(
    http.get('/api/subscription-desk', () =>
      HttpResponse.json({ items: [desk.now], total: 1, states: [{ state: 'pending', count: 1 }] }),
    ),
    http.post('/api/subscriptions/s1/decision', async ({ request }) => {
      const body = (await request.json()) as { version: string };
      decisions.push(body.version);
      return body.version === desk.now.version
        ? HttpResponse.json(desk.now)
        : problem(409, 'changed_meanwhile', '该订阅在您查看之后已有变化');
    }),
  );
  return desk;
}

describe('the desk of subscriptions', () => {
  it('keeps several words a line in a narrow window', async () => {
    show();
    await screen.findByText('汛期监测');
    const table = screen.getByRole('table', { name: '订阅审批' });
    const heads = ['订阅条件', '状态', '匹配'];
    expect(heads.map((head) => leastColumnWidth(table, head))).toEqual([170, 140, 160]);
  });

  it('begins with those that wait, and approves with one press', async () => {
    show();
    await screen.findByText('汛期监测');
    expect(screen.getByRole('button', { name: '待审批 1', pressed: true })).toBeTruthy();
    screen.getByText('高分一号');
    fireEvent.click(screen.getByRole('button', { name: '通过' }));
    await waitFor(() => expect(decisions).toEqual([{ decision: 'approve', version: 'first' }]));
  });

  it('refuses only with a reason, which the owner reads', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: '不通过' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: '确定' });
    fireEvent.click(confirm);
    dialog.getByText('请填写原因');
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '请说明用途' } });
    fireEvent.click(confirm);
    const refusal = { decision: 'refuse', reason: '请说明用途', version: 'first' };
    await waitFor(() => expect(decisions).toEqual([refusal]));
  });

  it('keeps a reason that was written when somebody else was first', async () => {
    const isThere = { items: [WAITING], total: 1, states: [{ state: 'pending', count: 1 }] };
    let isGone = false;
    server.use(
      http.get('/api/subscription-desk', () =>
        HttpResponse.json(isGone ? { items: [], total: 0, states: [] } : isThere),
      ),
      http.post('/api/subscriptions/s1/decision', () =>
        problem(409, 'wrong_state', '订阅的状态已改变'),
      ),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: '不通过' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '请说明用途' } });
    isGone = true;
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await dialog.findByText('订阅的状态已改变');
    await waitFor(() => expect(screen.queryByText('汛期监测')).toBeNull());
    dialog.getByDisplayValue('请说明用途');
  });

  it('reads anew what its owner has changed meanwhile, and decides about that', async () => {
    const desk = changingDesk();
    show();
    const approve = await screen.findByRole('button', { name: '通过' });
    desk.now = { ...WAITING, purpose: '全部数据', version: 'second' };
    fireEvent.click(approve);
    await screen.findByText(/该订阅在您查看之后已有变化/);
    await screen.findByText('全部数据');
    fireEvent.click(screen.getByRole('button', { name: '通过' }));
    await waitFor(() => expect(decisions).toEqual(['first', 'second']));
  });

  it('refuses nothing unread, and keeps the reason for when it is asked again', async () => {
    const desk = changingDesk();
    show();
    fireEvent.click(await screen.findByRole('button', { name: '不通过' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '请说明用途' } });
    desk.now = { ...WAITING, purpose: '全部数据', version: 'second' };
    const confirm = dialog.getByRole('button', { name: '确定' });
    fireEvent.click(confirm);
    await dialog.findByText('该订阅在您查看之后已有变化');
    await screen.findByText('全部数据');
    expect(confirm).toHaveProperty('disabled', true);
    fireEvent.click(dialog.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: '不通过' }));
    const again = within(await screen.findByRole('dialog'));
    again.getByDisplayValue('请说明用途');
    fireEvent.click(again.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(decisions).toEqual(['first', 'second']));
  });

  it('says what the server says when somebody else was first', async () => {
    server.use(
      http.post('/api/subscriptions/s1/decision', () =>
        problem(409, 'wrong_state', '订阅的状态已改变'),
      ),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: '通过' }));
    await screen.findByText(/订阅的状态已改变/);
  });
});

describe('one subscription at the desk', () => {
  const MISSED: SubscribedScene = {
    id: 'm1',
    dataname: 'GF1_A',
    dataid: 'a',
    round: 1,
    size: 1024,
    path: 'S000012/a.tif',
    state: 'missed',
    sending: false,
    matchedAt: '2026-11-25T01:00:00Z',
    dueAt: '2026-11-25T01:00:00Z',
    endedAt: '2026-11-25T02:00:00Z',
    failure: '数据权限已收回，未再推送',
    failureMessage: { code: 'failure.scope_taken_back' },
    heldBy: null,
    sha256: null,
    withdrawal: null,
  };

  it('is opened with its misses and what can be decided, at its address', async () => {
    const states: string[] = [];
    server.use(
      http.get('/api/subscriptions/s1', () =>
        HttpResponse.json({ ...WAITING, counts: { ...WAITING.counts, matched: 1, missed: 1 } }),
      ),
      http.get('/api/subscriptions/s1/scenes', ({ request }) => {
        states.push(new URL(request.url).searchParams.get('state') ?? '');
        return HttpResponse.json({ items: [MISSED], total: 1 });
      }),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: '查看“汛期监测”' }));
    const drawer = within(await screen.findByRole('dialog', { name: '汛期监测' }));
    await drawer.findByText('数据权限已收回，未再推送');
    drawer.getByRole('tab', { name: '未送达 1', selected: true });
    drawer.getByText('防汛');
    fireEvent.click(drawer.getByRole('tab', { name: '待推送 0' }));
    await waitFor(() => expect(states).toContain('waiting'));
    fireEvent.click(drawer.getByRole('button', { name: '通过' }));
    await waitFor(() => expect(decisions).toEqual([{ decision: 'approve', version: 'first' }]));
  });

  it('shows the last page of its scenes where the address names one that is gone', async () => {
    server.use(
      http.get('/api/subscriptions/s1', () => HttpResponse.json(WAITING)),
      http.get('/api/subscriptions/s1/scenes', ({ request }) => {
        const isThere = Number(new URL(request.url).searchParams.get('page')) <= 2;
        return HttpResponse.json({ items: isThere ? [MISSED] : [], total: 21 });
      }),
    );
    show('/subscribeAudit?one=s1&matchPage=9');
    await screen.findByText('数据权限已收回，未再推送');
    expect(screen.getByTestId('address').textContent).toContain('matchPage=2');
  });

  it('is there when its address is opened', async () => {
    server.use(
      http.get('/api/subscriptions/s1', () => HttpResponse.json(WAITING)),
      http.get('/api/subscriptions/s1/scenes', () => HttpResponse.json({ items: [], total: 0 })),
    );
    show('/subscribeAudit?one=s1');
    await screen.findByRole('dialog', { name: '汛期监测' });
    await screen.findByText('没有此类数据');
  });
});

describe('several subscriptions', () => {
  it('are suspended with one reason and lifted; what is refused is named', async () => {
    const buildOne = (
      id: string,
      state: Subscription['state'],
      standing: Subscription['standing'],
    ) => ({
      ...WAITING,
      id,
      name: `订阅 ${id}`,
      state,
      standing,
      version: `read ${id}`,
    });
    const items = [
      buildOne('a', 'running', 'running'),
      buildOne('b', 'paused', 'paused'),
      buildOne('c', 'suspended', 'suspended'),
      buildOne('d', 'pending', 'pending'),
    ];
    const sent: [string, unknown][] = [];
    server.use(
      http.get('/api/subscription-desk', () => HttpResponse.json({ items, total: 4, states: [] })),
      http.post('/api/subscriptions/:id/decision', async ({ params, request }) => {
        sent.push([String(params.id), await request.json()]);
        return params.id === 'b'
          ? problem(409, 'wrong_state', '状态已改变')
          : HttpResponse.json(items[0]);
      }),
    );
    show();
    const box = (name: string) => screen.findByRole('checkbox', { name: `选择“订阅 ${name}”` });
    expect(await box('d')).toHaveProperty('disabled', true);
    for (const name of ['a', 'b', 'c']) fireEvent.click(await box(name));
    await screen.findByText('已选 3 个');
    fireEvent.click(screen.getByRole('button', { name: '中止 2 个' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '目标维护' } });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    const body = { decision: 'suspend', reason: '目标维护' };
    await waitFor(() =>
      expect(sent).toEqual([
        ['a', { ...body, version: 'read a' }],
        ['b', { ...body, version: 'read b' }],
      ]),
    );
    await waitFor(() => expect(screen.queryByText('已选 3 个')).toBeNull());
    fireEvent.click(await box('c'));
    fireEvent.click(screen.getByRole('button', { name: '解除中止 1 个' }));
    await waitFor(() =>
      expect(sent.at(-1)).toEqual(['c', { decision: 'lift', version: 'read c' }]),
    );
  });
});

it('is suspended as the question named it, whatever is read meanwhile', async () => {
  let now: Subscription = { ...WAITING, state: 'running', standing: 'running' };
  server.use(
    http.get('/api/subscription-desk', () =>
      HttpResponse.json({ items: [now], total: 1, states: [] }),
    ),
  );
  show();
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择“汛期监测”' }));
  fireEvent.click(await screen.findByRole('button', { name: '中止 1 个' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '目标维护' } });
  now = { ...now, purpose: '全部数据', version: 'second' };
  fireEvent(window, new Event('visibilitychange'));
  await screen.findByText('全部数据');
  fireEvent.click(dialog.getByRole('button', { name: '确定' }));
  const body = { decision: 'suspend', reason: '目标维护', version: 'first' };
  await waitFor(() => expect(decisions).toEqual([body]));
});

it('is not decided about as it was changed since it was ticked', async () => {
  let now: Subscription = { ...WAITING, state: 'running', standing: 'running' };
  server.use(
    http.get('/api/subscription-desk', () =>
      HttpResponse.json({ items: [now, { ...now, id: 's2', name: '林区' }], total: 2, states: [] }),
    ),
    http.post('/api/subscriptions/s2/decision', () => {
      now = { ...now, version: 'second' };
      return problem(409, 'changed_meanwhile', '已有变化');
    }),
  );
  show();
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择“汛期监测”' }));
  await screen.findByText('已选 1 个');
  fireEvent.click(screen.getAllByRole('button', { name: '中止' })[1] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '目标维护' } });
  fireEvent.click(dialog.getByRole('button', { name: '确定' }));
  // The list that is read after that has the first one otherwise, too.
  await waitFor(() => expect(screen.queryByText('已选 1 个')).toBeNull());
});

describe('the targets', () => {
  it('keep room for their names and for why they rest', async () => {
    show('/subscribeAudit?tab=targets');
    await screen.findByText(/推送目标暂时不可用/);
    const table = screen.getByRole('table', { name: '推送目标' });
    expect(['推送目标', '状态'].map((head) => leastColumnWidth(table, head))).toEqual([220, 190]);
  });

  it('say of a shelf that it is one, and where', async () => {
    server.use(
      http.get('/api/subscription-desk/targets', () =>
        HttpResponse.json({ items: [{ ...TARGET, kind: 'shelf', address: '' }], total: 1 }),
      ),
    );
    show('/subscribeAudit?tab=targets');
    await screen.findByText('数据架 · 本系统的 FTP 网关');
  });

  it('say why they rest, and take other limits', async () => {
    let limits: unknown;
    server.use(
      http.put('/api/push-targets/t1/limits', async ({ request }) => {
        limits = await request.json();
        return HttpResponse.json(TARGET);
      }),
    );
    show('/subscribeAudit?tab=targets');
    await screen.findByText(/推送目标暂时不可用，系统会自动重试：没有回答/);
    screen.getByText('今日流量已用完，明天继续');
    fireEvent.click(screen.getByRole('button', { name: '限制用量' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('同时推送的文件数 (1-16)'), { target: { value: '4' } });
    fireEvent.change(dialog.getByLabelText(/每日上限/), { target: { value: '2' } });
    fireEvent.change(dialog.getByLabelText(/带宽上限/), { target: { value: '0.5' } });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    const expected = {
      mostParallel: 4,
      dailyBytes: 2 * 1024 ** 3,
      mostBytesPerSecond: 1024 ** 2 / 2,
    };
    await waitFor(() => expect(limits).toEqual(expected));
  });
});
