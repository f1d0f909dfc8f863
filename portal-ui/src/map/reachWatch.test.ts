import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReachWatch, SETTLE_MS } from './reachWatch';
import { Retries } from './retries';
import { useReach } from './useReach';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const tell = vi.fn<(reached: boolean) => void>();
  return { tell, watch: new ReachWatch(tell) };
}

it('calls a layer unreachable when nothing of it came', () => {
  const { tell, watch } = watched();
  for (let i = 0; i < 20; i++) watch.tile(false);
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(SETTLE_MS);
  expect(tell.mock.calls).toEqual([[false]]);
});

it('thinks nothing of holes in a layer', () => {
  const { tell, watch } = watched();
  for (const came of [false, false, true, false, false]) watch.tile(came);
  vi.advanceTimersByTime(SETTLE_MS);
  expect(tell.mock.calls).toEqual([[true]]);
});

it('tells apart what was never reached and what has nothing here', () => {
  const { result } = renderHook(() => useReach(['a', 'b']));
  act(() => result.current.onReach('a', false));
  expect(result.current.notice).toEqual({ id: 'a', lack: 'unreachable' });
  act(() => {
    result.current.onReach('b', true);
    result.current.onReach('b', false);
    result.current.onReach('a', true);
  });
  expect(result.current.notice).toEqual({ id: 'b', lack: 'missing' });
});

it('tells each once, and only of layers that are shown', () => {
  const { result, rerender } = renderHook(({ shown }) => useReach(shown), {
    initialProps: { shown: ['a', 'b'] },
  });
  act(() => {
    result.current.onReach('a', false);
    result.current.onReach('b', false);
  });
  act(() => result.current.dismiss());
  expect(result.current.notice?.id).toBe('b');
  act(() => result.current.onReach('a', false));
  expect(result.current.notice?.id).toBe('b');
  rerender({ shown: ['a'] });
  expect(result.current.notice).toBeNull();
  act(() => result.current.onReach('a', true));
  act(() => result.current.onReach('a', false));
  expect(result.current.notice).toEqual({ id: 'a', lack: 'missing' });
});

it('knows nothing of a layer that is asked again', () => {
  const { result } = renderHook(() => useReach(['a']));
  act(() => result.current.onReach('a', false));
  act(() => result.current.forget('a'));
  expect(result.current.notice).toBeNull();
  act(() => result.current.onReach('a', false));
  expect(result.current.notice?.id).toBe('a');
});

it('asks everybody who shows a layer for it again', () => {
  const retries = new Retries();
  const [one, other] = [vi.fn(), vi.fn()];
  retries.on(one);
  retries.on(other)();
  retries.ask('a');
  expect(one).toHaveBeenCalledExactlyOnceWith('a');
  expect(other).not.toHaveBeenCalled();
});
