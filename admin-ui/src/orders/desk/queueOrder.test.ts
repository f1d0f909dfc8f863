import { buildQueuedOrder } from '@scenedock/ui-kit/testing';
import { describe, expect, it } from 'vitest';
import { neighbour, nextOpen, selectedOrder, undoable } from './queueOrder';

const held = (mine: boolean, dueAt = '2026-11-21T02:00:08Z') =>
  ({ decision: 'approve', cause: '', byName: '李四', mine, dueAt }) as const;

const [a, b, c] = ['a', 'b', 'c'].map((id) => buildQueuedOrder(id)) as [
  ReturnType<typeof buildQueuedOrder>,
  ReturnType<typeof buildQueuedOrder>,
  ReturnType<typeof buildQueuedOrder>,
];

describe('the order that is shown', () => {
  it.each([
    ['b', 'b'],
    ['gone', 'a'],
    [null, 'a'],
  ])('%s', (id, expected) => {
    expect(selectedOrder([a, b, c], id)?.id).toBe(expected);
  });

  it('is the first to decide about, where the address names none', () => {
    const queue = [{ ...a, decision: held(false) }, { ...b, own: true }, c];
    expect(selectedOrder(queue, null)?.id).toBe('c');
    expect(selectedOrder([], null)).toBeUndefined();
  });
});

it('J and K stop at the ends', () => {
  expect(neighbour([a, b, c], 'a', 1)?.id).toBe('b');
  expect(neighbour([a, b, c], 'c', 1)?.id).toBe('c');
  expect(neighbour([a, b, c], 'a', -1)?.id).toBe('a');
  expect(neighbour([], undefined, 1)).toBeUndefined();
});

it('after a decision the next one opens, then the first that was left', () => {
  expect(nextOpen([a, b, c], 'b', ['b'])?.id).toBe('c');
  expect(nextOpen([a, b, c], 'c', ['c'])?.id).toBe('a');
  expect(nextOpen([a, { ...b, decision: held(false) }, c], 'a', ['a'])?.id).toBe('c');
  expect(nextOpen([a, b, c], 'a', ['a', 'b', 'c'])).toBeUndefined();
});

it('what is taken back first is what was decided last', () => {
  const queue = [
    { ...a, decision: held(true, '2026-11-21T02:00:01Z') },
    { ...b, decision: held(false) },
    { ...c, decision: held(true, '2026-11-21T02:00:05Z') },
  ];
  expect(undoable(queue).map(({ id }) => id)).toEqual(['c', 'a']);
});
