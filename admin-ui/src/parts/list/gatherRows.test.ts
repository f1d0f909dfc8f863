import { expect, it, vi } from 'vitest';
import { gatherRows } from './gatherRows';

const PARTS = [[1, 2, 3], [4, 5, 6], [7]];

const gather = (bounds = {}, signal = new AbortController().signal) => {
  const ask = vi.fn(async (part: number) => ({
    rows: PARTS[part - 1] ?? [],
    hasMore: part < PARTS.length,
  }));
  const onProgress = vi.fn();
  const done = gatherRows({
    ask,
    savedOf: (row: number) => [`${row}`],
    bounds: { rows: 100, bytes: 1000, ...bounds },
    onProgress,
    signal,
  });
  return { ask, onProgress, done };
};

it('takes all parts, and tells how far it is', async () => {
  const { done, ask, onProgress } = gather();
  expect(await done).toEqual({
    rows: [['1'], ['2'], ['3'], ['4'], ['5'], ['6'], ['7']],
    isWhole: true,
  });
  expect(ask.mock.calls.flat()).toEqual([1, 2, 3]);
  expect(onProgress.mock.calls.flat()).toEqual([3, 6]);
});

it('ends at a bound, and says that there is more', async () => {
  const few = gather({ rows: 4 });
  expect(await few.done).toEqual({ rows: [['1'], ['2'], ['3'], ['4']], isWhole: false });
  expect(few.ask).toHaveBeenCalledTimes(2);
  // ["1"] and what parts it from the next are six bytes.
  const short = gather({ bytes: 13 });
  expect(await short.done).toEqual({ rows: [['1'], ['2']], isWhole: false });
});

it('is whole at a bound that it just reaches', async () => {
  expect((await gather({ rows: 7 }).done).isWhole).toBe(true);
});

it('asks for no more once it is given up', async () => {
  const given = new AbortController();
  const { done, ask } = gather({}, given.signal);
  given.abort();
  await expect(done).rejects.toThrow();
  expect(ask).toHaveBeenCalledTimes(1);
});
