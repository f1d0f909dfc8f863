import type { Order } from '@scenedock/ui-kit';
import { AUTHORITIES, buildOrder, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { problem, server, useServer } from '../../test/server';
import { tidy } from './listFilter';
import { type ListSlug, ORDER_LISTS } from './lists';
import { OrderListPage } from './OrderListPage';

useServer();

function listOf(slug: ListSlug) {
  const list = ORDER_LISTS.find((one) => one.slug === slug);
  if (!list) {
    throw new Error(`no list ${slug}`);
  }
  return list;
}

function show(slug: ListSlug, search = '') {
  const list = listOf(slug);
  render(
    <Stage at={list.path + search}>
      <OrderListPage list={list} />
    </Stage>,
  );
}

const asked: URLSearchParams[] = [];

function answer(...orders: Order[]) {
  server.use(
    http.get('/api/orders', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: orders, total: orders.length });
    }),
  );
}

beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get('/api/auth/me', () =>
      HttpResponse.json({ id: '1', role: 'admin', authorities: AUTHORITIES.admin }),
    ),
  );
});

const heads = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);

it('keeps the cause of a rejection when the order has left the list', async () => {
  server.use(
    http.post('/api/orders/:id/reject', () => problem(409, 'wrong_state', '订单已被审核！')),
  );
  answer(buildOrder({ actions: ['approve', 'reject'] }));
  show('pending');
  fireEvent.click(await screen.findByRole('button', { name: '驳回订单 20261121WP150405006' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '材料不全' } });
  answer();
  fireEvent.click(dialog.getByRole('button', { name: '确定' }));
  await dialog.findByText('订单已被审核！');
  await waitFor(() => expect(screen.queryByText('20261121WP150405006')).toBeNull());
  dialog.getByDisplayValue('材料不全');
});

describe('a list', () => {
  it("asks for its own state and shows the specification's columns", async () => {
    answer(buildOrder({ actions: ['approve', 'reject'] }));
    show('pending');
    await screen.findByRole('link', { name: '20261121WP150405006' });
    expect(asked[0]?.get('status')).toBe('0');
    expect(heads()).toEqual([
      '订单号',
      '申请人',
      '申请单位',
      '联系方式',
      '获取方式',
      '下单时间',
      '产品数据量',
      '优先级',
      '订单状态',
      '操作',
    ]);
    screen.getByRole('button', { name: '通过订单 20261121WP150405006' });
    screen.getByRole('button', { name: '驳回订单 20261121WP150405006' });
  });

  it('shows no audit icons where the server does not allow them', async () => {
    answer(buildOrder({ actions: [] }));
    show('pending');
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: /^通过订单/ })).toBeNull();
  });

  it('hides get method and volume on the feedback list', async () => {
    answer(buildOrder({ sstatus: 8 }));
    show('feedback');
    await screen.findByRole('table');
    expect(heads()).not.toContain('获取方式');
    expect(heads()).not.toContain('产品数据量');
    expect(heads()).toContain('用户评分');
  });

  it('shows the progress of orders in preparation', async () => {
    answer(buildOrder({ sstatus: 1 }));
    show('approved');
    const bar = await screen.findByRole('progressbar', { name: '数据准备进度' });
    expect(bar.getAttribute('aria-valuetext')).toBe('50% 共 4 景，完成 2，失败 1，待提取 1');
  });

  it('says of a volume that is known in part that it is at least so much', async () => {
    answer(buildOrder({ dataSize: 2048, unsizedCount: 3 }));
    show('pending');
    const volume = await screen.findByText('≥ 2.0 KB');
    fireEvent.mouseOver(volume);
    expect((await screen.findByRole('tooltip')).textContent).toBe('2.0 KB，另有 3 景未知');
  });

  it('asks for the state only in the list of all orders', async () => {
    answer(buildOrder());
    show('all');
    await screen.findByRole('table');
    screen.getByLabelText('订单状态');
    expect(asked[0]?.has('status')).toBe(false);
  });
});

describe('the lists', () => {
  it('are the states, approval and packaging together, and all orders, on the route names of the specification', () => {
    expect(ORDER_LISTS.map(({ path, statuses }) => [path, statuses.join()])).toEqual([
      ['/orderManage_stayAudit', '0'],
      ['/orderManage_onAudit', '2'],
      ['/orderManage_pastAudit', '1,3'],
      ['/orderManage_dataReadyFinish', '6'],
      ['/orderManage_unusualAudit', '5'],
      ['/orderManage_completeAudit', '7'],
      ['/orderManage_feedback', '8'],
      ['/orderManage_staySubmit', '-1'],
      ['/orderManage', ''],
    ]);
  });

  it('ask for as many orders as the window has room for', async () => {
    answer(buildOrder());
    show('pending');
    await screen.findByRole('table');
    // jsdom's window is 768 px high.
    expect(asked[0]?.get('pageSize')).toBe('7');
  });

  it('read their rows once, and look again later', async () => {
    answer(buildOrder());
    show('pending');
    await screen.findByRole('table');
    expect(asked.filter((one) => one.get('pageSize') === '7').length).toBe(1);
  });

  it('offer nobody a bulk deletion', async () => {
    answer(buildOrder({ sstatus: 2, actions: ['delete'] }));
    show('rejected');
    await screen.findByRole('table');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /删除/ })).toBeNull();
  });
});

describe('conditions', () => {
  it('complete numbers and units from those of existing orders', async () => {
    answer(buildOrder());
    server.use(
      http.get('/api/orders/names', ({ request }) => {
        const q = new URL(request.url).searchParams.get('q') ?? '';
        return HttpResponse.json({ items: [`${q}WP1`], total: 1 });
      }),
      http.get('/api/orders/groups', () =>
        HttpResponse.json({ items: [{ name: '青海院', ordername: '20261120WP9' }], total: 1 }),
      ),
    );
    show('pending');
    await screen.findByRole('table');
    const number = screen.getByLabelText('订单号');
    fireEvent.change(number, { target: { value: '202611' } });
    fireEvent.click(await screen.findByRole('option', { name: '202611WP1' }));
    const unit = screen.getByLabelText('申请单位');
    fireEvent.change(unit, { target: { value: '青' } });
    fireEvent.click(await screen.findByRole('option', { name: /青海院.*20261120WP9/ }));
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(asked.at(-1)?.get('ordername')).toBe('202611WP1'));
    expect(asked.at(-1)?.get('unit')).toBe('青海院');
  });

  it('take the last 7, 30 or 90 days with one press', async () => {
    answer(buildOrder());
    show('pending');
    await screen.findByRole('table');
    fireEvent.click(screen.getByRole('button', { name: '近30天' }));
    await waitFor(() => expect(asked.at(-1)?.has('from')).toBe(true));
    const days =
      Date.parse(asked.at(-1)?.get('to') ?? '') - Date.parse(asked.at(-1)?.get('from') ?? '');
    expect(days / 86_400_000).toBe(31);
    screen.getByRole('button', { name: '近30天', pressed: true });
    screen.getByRole('button', { name: '近90天', pressed: false });
  });

  it('are counted on the button behind which phones fold them', async () => {
    answer(buildOrder());
    show('pending', `?filter=${encodeURIComponent('{"unit":"青海","applicant":"王"}')}`);
    await screen.findByRole('table');
    screen.getByText('查询条件（2）');
  });

  it('stand in the address and go to the server', async () => {
    answer(buildOrder());
    show('pending');
    await screen.findByRole('table');
    fireEvent.change(screen.getByLabelText('申请人'), { target: { value: ' 王 ' } });
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(asked.at(-1)?.get('applicant')).toBe('王'));
    expect(decodeURIComponent(screen.getByTestId('address').textContent ?? '')).toContain(
      '{"applicant":"王"}',
    );
  });

  it('are read from the address', async () => {
    answer(buildOrder());
    show('pending', `?filter=${encodeURIComponent('{"unit":"青海"}')}`);
    await screen.findByRole('table');
    expect(asked[0]?.get('unit')).toBe('青海');
    expect(screen.getByLabelText<HTMLInputElement>('申请单位').value).toBe('青海');
  });

  it('drop what is blank and nothing else', () => {
    const typed = { applicant: '  ', unit: ' 院 ', from: '', type: '2' };
    expect(tidy(typed)).toEqual({ unit: '院', type: '2' });
  });
});

describe('a row', () => {
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('is approved after the question', async () => {
    answer(buildOrder({ actions: ['approve', 'reject'] }));
    server.use(
      http.post('/api/orders/7/approve', () => HttpResponse.json(buildOrder({ sstatus: 1 }))),
    );
    show('pending');
    await screen.findByRole('table');
    press('通过订单 20261121WP150405006');
    screen.getByText('审核通过后，订单将进入数据准备状态，是否继续？');
    press('取消');
    await screen.findByText('已取消审核');
    press('通过订单 20261121WP150405006');
    press('确定');
    await screen.findByText('审核完成！');
  });

  it('takes another priority', async () => {
    const sent: unknown[] = [];
    answer(buildOrder({ actions: ['set_priority'] }));
    server.use(recording(http.post, '/api/orders/7/priority', sent, buildOrder()));
    show('pending');
    await screen.findByRole('table');
    press('订单 20261121WP150405006 优先级 10，点击修改');
    fireEvent.change(screen.getByLabelText('优先级（0-100）'), { target: { value: '80' } });
    press('确定');
    await waitFor(() => expect(sent).toEqual([{ sorder: 80 }]));
  });

  it('shows why it was rejected', async () => {
    answer(buildOrder({ sstatus: 2, cause: '介绍信未盖章' }));
    show('rejected');
    await screen.findByRole('table');
    press('查看订单 20261121WP150405006 的驳回原因');
    within(screen.getByRole('dialog')).getByText('介绍信未盖章');
  });

  it('of an offline copy shows phone, place and physical path', async () => {
    answer(
      buildOrder({
        sstatus: 6,
        getMethod: 2,
        physicalPath: '/data/objects/d/7',
        expiresAt: '2026-12-21T07:04:05Z',
      }),
    );
    server.use(
      http.get('/api/config', () =>
        HttpResponse.json({ contactTele: '010-1', contactAddress: '北京' }),
      ),
    );
    show('prepared');
    await screen.findByRole('table');
    fireEvent.click(
      await screen.findByRole('button', { name: '订单 20261121WP150405006 联系方式' }),
    );
    const shown = within(screen.getByRole('dialog'));
    await shown.findByText('010-1');
    shown.getByText('北京');
    shown.getByText('/data/objects/d/7');
    expect(shown.getByRole('link').getAttribute('href')).toBe('/contactUs');
  });

  it('with a feedback attachment offers it', async () => {
    answer(
      buildOrder({
        sstatus: 8,
        feedBackUpload: '/api/attachments/f1',
        feedBackUploadName: '反馈.docx',
      }),
    );
    show('feedback');
    await screen.findByRole('table');
    const file = screen.getByRole('link', { name: '下载订单 20261121WP150405006 的反馈附件' });
    expect(file.getAttribute('href')).toBe('/api/attachments/f1');
    expect(file.getAttribute('download')).toBe('反馈.docx');
  });
});

describe('without rows', () => {
  it('says that the list is empty', async () => {
    answer();
    show('overdue');
    await screen.findByText('没有“逾期”的订单');
  });

  it('says that nothing matches and clears the conditions', async () => {
    answer();
    show('overdue', `?filter=${encodeURIComponent('{"unit":"青海"}')}`);
    await screen.findByText('没有符合条件的数据');
    fireEvent.click(screen.getByRole('button', { name: '清除查询条件' }));
    await screen.findByText('没有“逾期”的订单');
    expect(asked.at(-1)?.has('unit')).toBe(false);
  });

  it("shows the server's words and tries again", async () => {
    server.use(http.get('/api/orders', () => problem(503, 'busy', '数据库暂时不可用！')));
    show('pending');
    await screen.findByText('数据库暂时不可用！');
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByText(/^共 \d+ 条/)).toBeNull();
    answer(buildOrder());
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await screen.findByRole('table');
  });
});

describe('the orders that a figure counts', () => {
  const FIGURE = { counted: 'unit', value: '院1', getMethod: '0', from: '2026-01-01' };
  const AT = `?filter=${encodeURIComponent(JSON.stringify(FIGURE))}`;

  it('are asked for exactly, and the page says why they are here', async () => {
    answer(buildOrder({ sstatus: -2, actions: [] }));
    show('all', AT);
    await screen.findByText('统计所计订单 · 院1 · 在线');
    await waitFor(() => expect(asked).not.toEqual([]));
    const query = Object.fromEntries(asked[0] ?? []);
    expect(query).toMatchObject({ counted: 'unit', value: '院1', getMethod: '0' });
  });

  it('hold deleted ones, which have no page any more', async () => {
    answer(buildOrder({ sstatus: -2, actions: [] }));
    show('all', AT);
    const row = await screen.findByRole('row', { name: /20261121WP150405006/ });
    within(row).getByText('已删除');
    expect(within(row).queryByRole('link')).toBeNull();
  });

  it('give way to all orders when the figure is lifted', async () => {
    answer(buildOrder({}));
    show('all', AT);
    const chip = (await screen.findByText('统计所计订单 · 院1 · 在线')).parentElement;
    fireEvent.click(within(chip as HTMLElement).getByTestId('CancelIcon'));
    await waitFor(() => expect(asked.at(-1)?.get('counted')).toBeNull());
    expect(asked.at(-1)?.get('from')).not.toBeNull();
  });
});
