import { expect, it, vi } from 'vitest';
import { endless } from './resource';

const question = (page: number, filter = {}) => ({ filter, pagination: { page, perPage: 20 } });

/** Five rows in parts of two, and how many there are. */
function fiveRows() {
  return vi.fn(async (_filter: object, before: number | null) => {
    const from = before ?? 5;
    const items = [from, from - 1].filter((id) => id > 0).map((id) => ({ id }));
    return { items, next: from > 2 ? from - 2 : null, rows: 5 };
  });
}

it('goes on where the part before ended, and hands on what is said of the whole', async () => {
  const ask = fiveRows();
  const list = endless(ask);
  expect(await list(question(1))).toMatchObject({
    data: [{ id: 5 }, { id: 4 }],
    pageInfo: { hasNextPage: true },
    meta: { rows: 5 },
  });
  expect((await list(question(2))).data).toEqual([{ id: 3 }, { id: 2 }]);
  const last = await list(question(3));
  expect([last.data, last.pageInfo?.hasNextPage]).toEqual([[{ id: 1 }], false]);
  expect(ask.mock.calls.map(([, before]) => before)).toEqual([null, 3, 1]);
});

it('finds a part whose place it does not know, and has nothing behind the last', async () => {
  const ask = fiveRows();
  const list = endless(ask);
  expect((await list(question(2))).data).toEqual([{ id: 3 }, { id: 2 }]);
  expect(ask).toHaveBeenCalledTimes(2);
  expect((await list(question(9))).data).toEqual([]);
});

it('begins anew under other conditions, and when the first part is asked for again', async () => {
  const ask = fiveRows();
  const list = endless(ask);
  await list(question(1));
  await list(question(2, { q: 'x' }));
  await list(question(1));
  expect(ask.mock.calls.map(([, before]) => before)).toEqual([null, null, 3, null]);
});
