import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client';
import { QueryResult } from './States';

afterEach(cleanup);

const refetch = vi.fn();
const known = { items: ['一号'] };

function show(query: { data?: { items: string[] }; error?: unknown }) {
  const { data, error = null } = query;
  render(
    <QueryResult query={{ data, error, refetch }} waiting={<p>骨架</p>} empty={<p>没有</p>}>
      {({ items }) => <p>{items.join()}</p>}
    </QueryResult>,
  );
}

describe('what a query answered', () => {
  it('is shown, or that there is none of it', () => {
    show({ data: known });
    expect(screen.getByText('一号')).toBeDefined();
    show({ data: { items: [] } });
    expect(screen.getByText('没有')).toBeDefined();
  });

  it('is not nothing where only the page is empty', () => {
    const data = { items: [], total: 41 };
    render(
      <QueryResult query={{ data, error: null, refetch }} empty={<p>没有</p>}>
        {({ total }) => <p>共 {total} 项</p>}
      </QueryResult>,
    );
    expect(screen.queryByText('没有')).toBeNull();
    expect(screen.getByText('共 41 项')).toBeDefined();
  });

  it('is waited for in its own shape', () => {
    show({});
    expect(screen.getByText('骨架')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('stays below a failure, which is tried again', () => {
    show({ data: known, error: new TypeError('offline') });
    expect(screen.getByText('一号')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('gives way to there being no such thing, in the server’s words and with a way back', () => {
    const error = new ApiError(404, 'not_found', '订单不存在');
    render(
      <QueryResult query={{ data: known, error, refetch }} back={<a href="/list">返回列表</a>}>
        {({ items }) => <p>{items.join()}</p>}
      </QueryResult>,
    );
    expect(screen.getByRole('status').textContent).toContain('订单不存在');
    expect(screen.getByRole('link', { name: '返回列表' })).toBeDefined();
    expect(screen.queryByText('一号')).toBeNull();
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });

  it('is tried again where only something of it is not there', () => {
    show({ error: new ApiError(404, 'no_delivery', '没有可下载的数据') });
    expect(screen.getByText('没有可下载的数据')).toBeDefined();
    expect(screen.getByRole('button', { name: '重试' })).toBeDefined();
  });

  it('gives way to a refusal', () => {
    show({ data: known, error: new ApiError(403, 'forbidden', '') });
    expect(screen.queryByText('一号')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
