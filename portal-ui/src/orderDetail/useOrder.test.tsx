import { ProgressStream } from '@scenedock/ui-kit/testing';
import { act, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ORDER, open, server, URL_OF, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

let fetched = 0;

beforeEach(() => {
  fetched = 0;
  ProgressStream.opened = [];
  vi.stubGlobal('EventSource', ProgressStream);
});

afterEach(() => vi.useRealTimers());

async function stream(): Promise<ProgressStream> {
  open({ sstatus: 1 });
  server.use(
    http.get(URL_OF, () => {
      fetched += 1;
      return HttpResponse.json({ ...ORDER, sstatus: 1 });
    }),
  );
  await screen.findByRole('region', { name: '基本信息' });
  await vi.waitFor(() => expect(ProgressStream.opened.length).toBeGreaterThan(0));
  const opened = ProgressStream.opened.at(-1);
  if (opened === undefined) throw new Error('no stream was opened');
  return opened;
}

it('opens a new stream after one was refused', async () => {
  const first = await stream();
  expect(first.url).toBe('/api/orders/7/stream');
  const before = ProgressStream.opened.length;
  vi.useFakeTimers();
  act(() => first.refuse());
  act(() => vi.advanceTimersByTime(5000));
  expect(ProgressStream.opened.length).toBe(before + 1);
});

it('reads the order again when a scene fails: other things may be done then', async () => {
  const opened = await stream();
  const { dataPercent, updatetime } = ORDER;
  const before = fetched;
  const failed = { ...dataPercent, failed: 1, doing: 0 };
  act(() => opened.say({ sstatus: 1, updatetime, dataPercent: failed }));
  await vi.waitFor(() => expect(fetched).toBe(before + 1));
});
