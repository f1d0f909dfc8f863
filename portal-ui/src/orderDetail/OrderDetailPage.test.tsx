import { zhCN as m, type OrderAction } from '@scenedock/ui-kit';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { answer, buttons, calls, ORDER, open, press, server, URL_OF, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

describe('the buttons of an order', () => {
  it.each<[OrderAction[], string[]]>([
    [[], []],
    [
      ['save', 'submit', 'delete'],
      ['编辑订单', '提交', '删除'],
    ],
    [['withdraw'], ['撤回']],
    [
      ['approve', 'reject'],
      ['通过', '驳回'],
    ],
    [
      ['reextract', 'cancel_preparation'],
      ['重提全部景', '取消数据准备'],
    ],
    [['reopen'], ['重新开通']],
    [['give_feedback'], ['评价']],
    [['request_extension'], ['申请延期']],
    [['clone'], ['再次订购']],
    [
      ['set_priority', 'extend', 'save_draft'],
      ['调整优先级', '延期'],
    ],
  ])('for %j are %j', async (actions, names) => {
    open({ actions });
    expect(await buttons()).toEqual(names);
  });

  it('offer failed scenes by themselves when there are some', async () => {
    const dataPercent = { ...ORDER.dataPercent, failed: 1 };
    open({ sstatus: 1, actions: ['reextract'], dataPercent });
    expect(await buttons()).toEqual(['只重提失败景', '重提全部景']);
  });

  it('show the download of a prepared order, unless it is fetched as a copy', async () => {
    const downloads = [{ name: 'a.zip', url: '/z', size: 1024, sha256: 'a'.repeat(64) }];
    open({ sstatus: 7, expiresAt: '2026-12-21T07:04:05Z', downloads });
    expect(await buttons()).toEqual(['下载信息']);
    cleanup();
    open({ sstatus: 6, getMethod: 2, expiresAt: '2026-12-21T07:04:05Z' });
    expect(await buttons()).toEqual([]);
  });
});

it('calls an order that its owner cancelled by that name in the title, too', async () => {
  open({ sstatus: 2, cancelledBy: 'owner', actions: [] });
  await buttons();
  await vi.waitFor(() => expect(document.title).toContain('已取消'));
});

describe('auditing', () => {
  it('asks, approves, tells and goes to the pending list', async () => {
    open({ actions: ['approve', 'reject'] });
    await buttons();
    press('通过');
    expect(await screen.findByText('审核通过后，订单将进入数据准备状态，是否继续？')).toBeTruthy();
    await answer('确定');
    expect(await screen.findByText('审核成功！')).toBeTruthy();
    expect(await screen.findByText('pending list')).toBeTruthy();
    expect(calls).toEqual([{ path: 'approve', body: null }]);
  });

  it('goes back to the very page of the list that led here', async () => {
    const from = '/manage/person/orderManage_stayAudit?page=3&applicant=%E7%8E%8B';
    const router = open({ actions: ['approve'] }, '/orderManage/details/7', { from });
    await buttons();
    expect(screen.getByRole('link', { name: '返回列表' }).getAttribute('href')).toBe(from);
    press('通过');
    await answer('确定');
    await screen.findByText('pending list');
    expect(router.state.location.search).toBe('?page=3&applicant=%E7%8E%8B');
  });

  it('chooses what becomes of scenes that only the catalogue knows', async () => {
    let asked = '';
    server.use(
      http.post(`${URL_OF}/approve`, ({ request }) => {
        asked = decodeURIComponent(new URL(request.url).search);
        return HttpResponse.json({});
      }),
    );
    open({ actions: ['approve'], catalogueOnly: 2, dataCount: 5 });
    await buttons();
    press('通过');
    expect(await screen.findByText(/有 2 景（共 5 景）仅有目录/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /不含这 2 景/ }).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: /保留这些数据/ }));
    await answer('确定');
    await screen.findByText('pending list');
    expect(asked).toBe(`?catalogueOnly=ask&submittedAt=${ORDER.submittedAt}`);
  });

  it('calls nothing when the answer is no', async () => {
    open({ actions: ['approve'] });
    await buttons();
    press('通过');
    await answer('取消');
    expect(await screen.findByText('已取消审核')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('rejects only with a reason', async () => {
    open({ actions: ['reject'] });
    await buttons();
    press('驳回');
    await answer('确定');
    expect(await screen.findByText('请填写驳回原因！')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: '请输入驳回原因' }), {
      target: { value: ' 缺少盖章 ' },
    });
    await answer('确定');
    await screen.findByText('审核成功！');
    const { submittedAt } = ORDER;
    expect(calls).toEqual([{ path: 'reject', body: { cause: '缺少盖章', submittedAt } }]);
  });

  it('shows what the server objects to, and stays', async () => {
    const problem = { type: '', title: '', status: 409, code: 'refused', detail: '订单已被撤回' };
    server.use(http.post(`${URL_OF}/approve`, () => HttpResponse.json(problem, { status: 409 })));
    open({ actions: ['approve'] });
    await buttons();
    press('通过');
    await answer('确定');
    expect(await screen.findByText('订单已被撤回')).toBeTruthy();
    expect(screen.queryByText('pending list')).toBeNull();
  });
});

describe('the owner', () => {
  it('edits and comes back with the way to the list', async () => {
    const from = '/manage/person/orderManage_staySubmit?page=2';
    const router = open({ sstatus: -1, actions: ['save'] }, '/orderManage/details/7', { from });
    await buttons();
    fireEvent.click(screen.getByRole('link', { name: '编辑订单' }));
    await screen.findByText('edit page');
    expect(router.state.location.state).toEqual({ from, viaOrder: true });
  });

  it('cancels the preparation with a cause', async () => {
    open({ sstatus: 1, actions: ['cancel_preparation'] });
    await buttons();
    press('取消数据准备');
    await answer('确定');
    expect(calls).toEqual([]);
    fireEvent.change(screen.getByRole('textbox', { name: '请输入取消原因' }), {
      target: { value: '项目暂停' },
    });
    await answer('确定');
    expect(await screen.findByText('修改状态成功！')).toBeTruthy();
    expect(calls).toEqual([{ path: 'cancel', body: { cause: '项目暂停' } }]);
  });

  it('asks for more time with a reason, and hears that once a day is enough', async () => {
    open({ sstatus: 6, actions: ['request_extension'] });
    await buttons();
    press('申请延期');
    expect(await screen.findByText(/每天只能申请一次/)).toBeTruthy();
    await answer('确定');
    expect(await screen.findByText('请填写延期理由！')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: '延期理由' }), {
      target: { value: '出差' },
    });
    await answer('确定');
    expect(await screen.findByText('延期申请已提交！')).toBeTruthy();
    expect(calls).toEqual([{ path: 'extend', body: { reason: '出差' } }]);
    const problem = {
      status: 409,
      code: 'already_asked',
      detail: '已申请延期，请等待管理员处理！',
    };
    server.use(http.post(`${URL_OF}/extend`, () => HttpResponse.json(problem, { status: 409 })));
    press('申请延期');
    fireEvent.change(await screen.findByRole('textbox', { name: '延期理由' }), {
      target: { value: '出差' },
    });
    await answer('确定');
    expect(await screen.findByText('已申请延期，请等待管理员处理！')).toBeTruthy();
  });

  it.each([
    ['再次订购', 'all'],
    ['重新订购失败景', 'failed'],
  ])('orders again: %s', async (name, scope) => {
    const sent: { key: string | null; body: unknown }[] = [];
    server.use(
      http.post(`${URL_OF}/clone`, async ({ request }) => {
        sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
        return HttpResponse.json({ ...ORDER, id: '8', ordername: 'NEW' }, { status: 201 });
      }),
    );
    const dataPercent = { ...ORDER.dataPercent, failed: 1 };
    const router = open({ sstatus: 7, actions: ['clone'], dataPercent });
    expect(await buttons()).toEqual(['重新订购失败景', '再次订购']);
    press(name);
    await answer('确定');
    expect(await screen.findByText('edit page')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/order/edit/8');
    expect(sent).toEqual([{ key: expect.stringMatching(/^[0-9a-f]{32}$/), body: { scope } }]);
  });

  it('sees how long the delivery is open', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 5000).toISOString();
    open({ sstatus: 6, expiresAt: inDays(9) });
    const chip = await screen.findByText(/^有效期至 .*，剩余 9 天/);
    expect(chip.closest('[data-tone=neutral]')).toBeTruthy();
    cleanup();
    open({ sstatus: 6, expiresAt: inDays(0) });
    const last = await screen.findByText(/不足 1 天/);
    expect(last.closest('[data-tone=danger]')).toBeTruthy();
  });
});

describe('the order itself', () => {
  it('carries the notice on state secrets and the reason of a rejection', async () => {
    open({ sstatus: 2, cause: '材料不全' });
    expect(await screen.findByText(/材料不全/)).toBeTruthy();
    expect(screen.getByText(m.form.secretNotice)).toBeTruthy();
    expect(await screen.findByText('暂无空间信息')).toBeTruthy();
  });

  it('says what happened in words', async () => {
    const event = {
      at: '2026-11-21T07:04:05Z',
      actor: 'system',
      role: 'system',
      from: 6,
      to: 6,
      reasonCode: null,
      text: null,
    };
    const items = [
      {
        ...event,
        action: 'note_expiry',
        reasonCode: 'expires_in_3_days',
        text: '2026-11-24 10:00',
      },
      { ...event, action: 'request_extension', actor: '王工', role: 'owner', text: '出差' },
      { ...event, action: 'extend', actor: '李', role: 'admin', text: '延长7天，至2026-12-01' },
      { ...event, action: 'set_priority', actor: '李', role: 'admin', text: '0 → 50' },
      { ...event, action: 'clone', actor: '王工', role: 'owner', text: 'OLD' },
    ];
    server.use(http.get(`${URL_OF}/events`, () => HttpResponse.json({ items, total: 5 })));
    open({ sstatus: 6 });
    const line = await screen.findByRole('region', { name: '办理过程' });
    expect(await within(line).findByText('3天内到期 · 2026-11-24 10:00')).toBeTruthy();
    for (const name of ['下载期限提醒', '申请延期', '延期', '调整优先级', '再次订购']) {
      expect(within(line).getByText(name)).toBeTruthy();
    }
  });

  it('says where it came from', async () => {
    open({ clonedFrom: '20261101WP010203004' });
    const link = await screen.findByRole('link', { name: '20261101WP010203004' });
    expect(link.getAttribute('href')).toContain('ordername=20261101WP010203004');
  });

  it('shows what only reprocessing orders have', async () => {
    open({
      type: 2,
      extractingElements: '断层',
      assignment: '地质体解译',
      processDescribe: '镶嵌',
    });
    for (const text of ['断层', '地质体解译', '镶嵌']) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    cleanup();
    open({ extractingElements: '断层' });
    expect(await screen.findByText('项目甲')).toBeTruthy();
    expect(screen.queryByText('断层')).toBeNull();
  });

  it('can be read again after a failure', async () => {
    server.use(http.get(URL_OF, () => new HttpResponse(null, { status: 404 }), { once: true }));
    open({});
    fireEvent.click(await screen.findByRole('button', { name: m.common.retry }));
    expect(await screen.findByText('项目甲')).toBeTruthy();
  });
});
