import type { Order, OrderProgress } from '@scenedock/ui-kit';
import { buildOrder, ProgressStream } from '@scenedock/ui-kit/testing';
import { act, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useGetOne } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Stage } from '../../test/Stage';
import { server, useServer } from '../../test/server';
import { PreparationPanel } from './PreparationPanel';

useServer();

function Page() {
  const { data } = useGetOne<Order>('orders', { id: '7' });
  return data ? <PreparationPanel order={data} /> : null;
}

let fetched = 0;

beforeEach(() => {
  fetched = 0;
  ProgressStream.opened = [];
  vi.stubGlobal('EventSource', ProgressStream);
  server.use(
    http.get('/api/orders/7', () => {
      fetched += 1;
      return HttpResponse.json(buildOrder({ sstatus: 1 }));
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show() {
  render(
    <Stage>
      <Page />
    </Stage>,
  );
  await screen.findByRole('progressbar');
  const stream = ProgressStream.opened.at(-1);
  if (!stream) {
    throw new Error('no stream was opened');
  }
  return stream;
}

function progress(changes: Partial<OrderProgress['dataPercent']>, sstatus: Order['sstatus'] = 1) {
  const { dataPercent, updatetime } = buildOrder();
  return { sstatus, updatetime, dataPercent: { ...dataPercent, ...changes } };
}

const shown = () => screen.getByRole('progressbar').getAttribute('aria-valuetext');

describe('live progress', () => {
  it('follows the stream without asking for the order again', async () => {
    const stream = await show();
    expect(stream.url).toBe('/api/orders/7/stream');
    act(() =>
      stream.say(progress({ percentStr: '70%', allSize: 10, isin: 7, failed: 2, doing: 1 })),
    );
    expect(shown()).toBe('70% 共 10 景，完成 7，失败 2，待提取 1');
    expect(fetched).toBe(1);
  });

  it('says of failed scenes what comes next for whoever looks: operators wait', async () => {
    const stream = await show();
    act(() => stream.say(progress({ isin: 8, failed: 2, doing: 0 })));
    screen.getByText('有 2 景提取失败，等待管理员重新提取或跳过失败景继续。');
  });

  it('asks for the order again when its state changes', async () => {
    const stream = await show();
    act(() => stream.say(progress({ percentStr: '100%', isin: 10, failed: 2, doing: 0 }, 3)));
    await vi.waitFor(() => expect(fetched).toBe(2));
  });

  it('says that the connection is lost and opens a new one', async () => {
    const stream = await show();
    vi.useFakeTimers();
    act(() => {
      stream.refuse();
    });
    screen.getByText('实时连接中断，正在重连');
    act(() => vi.advanceTimersByTime(5000));
    expect(ProgressStream.opened.length).toBeGreaterThan(1);
    act(() => ProgressStream.opened.at(-1)?.onopen?.());
    screen.getByText('实时更新中');
  });
});
