import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { order } from '../../test/fixtures';
import { Stage } from '../../test/Stage';
import { problem, server, useServer } from '../../test/server';
import { type ListSlug, ORDER_LISTS } from './lists';
import { OrderListPage } from './OrderListPage';
import { tidy } from './QueryBar';

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

function answer(...orders: ReturnType<typeof order>[]) {
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
    http.get('/api/units', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('/api/auth/me', () => HttpResponse.json({ id: '1', role: 'admin' })),
  );
});

const heads = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);

describe('a list', () => {
  it("asks for its own state and shows the specification's columns", async () => {
    answer(order({ actions: ['approve', 'reject'] }));
    show('pending');
    await screen.findByRole('link', { name: '20261120WP103000005' });
    expect(asked[0]?.get('status')).toBe('0');
    expect(heads()).toEqual([
      '订单号',
      '申请人',
      '申请单位',
      '联系方式',
      '获取方式',
      '下单时间',
      '产品数据量',
      '订单状态',
      '操作',
    ]);
    screen.getByRole('button', { name: '通过订单 20261120WP103000005' });
    screen.getByRole('button', { name: '驳回订单 20261120WP103000005' });
  });

  it('shows no audit icons where the server does not allow them', async () => {
    answer(order({ actions: [] }));
    show('pending');
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: /^通过订单/ })).toBeNull();
  });

  it('hides get method and volume on the feedback list', async () => {
    answer(order({ sstatus: 8 }));
    show('feedback');
    await screen.findByRole('table');
    expect(heads()).not.toContain('获取方式');
    expect(heads()).not.toContain('产品数据量');
    expect(heads()).toContain('用户评分');
  });

  it('shows the progress of orders in preparation', async () => {
    answer(order({ sstatus: 1 }));
    show('approved');
    const bar = await screen.findByRole('progressbar', { name: '数据准备进度' });
    expect(bar.getAttribute('aria-valuetext')).toBe('60% 共 10 景，完成 6，失败 2，待提取 2');
  });

  it('asks for the state only in the list of all orders', async () => {
    answer(order());
    show('all');
    await screen.findByRole('table');
    screen.getByLabelText('订单状态');
    expect(asked[0]?.has('status')).toBe(false);
  });
});

describe('conditions', () => {
  it('stand in the address and go to the server', async () => {
    answer(order());
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
    answer(order());
    show('pending', `?filter=${encodeURIComponent('{"unit":"青海"}')}`);
    await screen.findByRole('table');
    expect(asked[0]?.get('unit')).toBe('青海');
    expect(screen.getByLabelText<HTMLInputElement>('申请单位').value).toBe('青海');
  });

  it('drop what is blank', () => {
    expect(tidy({ applicant: '  ', unit: ' 院 ', from: '' })).toEqual({ unit: '院' });
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
    answer(order());
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await screen.findByRole('table');
  });
});
