import { describe, expect, it } from 'vitest';
import { fromListSearch, toListSearch } from './listAddress';

const ORDERS = ['-created', 'loginName'];
const CONDITIONS = { q: 'text', status: ['active', 'waiting'] } as const;

/** What react-admin reads out of an address. */
const read = (search: string) => {
  const params = new URLSearchParams(toListSearch(search, CONDITIONS, { orders: ORDERS }));
  return { filter: params.get('filter'), page: params.get('page') };
};

const listSearch = (filter: object, rest: Record<string, string> = {}) =>
  `?${new URLSearchParams({ filter: JSON.stringify(filter), page: '1', perPage: '20', ...rest })}`;

describe('an address', () => {
  it('is read as conditions; what no condition knows is not asked for', () => {
    expect(read('?q=%E5%9C%B0&status=waiting&user=7&page=3')).toEqual({
      filter: '{"q":"地","status":"waiting"}',
      page: '3',
    });
    expect(read('?status=nonsense&page=-1')).toEqual({ filter: null, page: null });
    expect(toListSearch('?user=7', CONDITIONS, { orders: ORDERS })).toBe('');
  });

  it('says in which order the list comes, in one word, where it is not the usual one', () => {
    const usual = { perPage: 20, orders: ORDERS };
    expect(toListSearch('?sort=-loginName', CONDITIONS, usual)).toBe('?sort=loginName&order=DESC');
    expect(toListSearch('?sort=password', CONDITIONS, usual)).toBe('');
    const written = (sort: string, order: string) =>
      fromListSearch(listSearch({}, { sort, order }), '?sort=loginName', CONDITIONS, usual);
    expect(written('loginName', 'DESC')).toBe('?sort=-loginName');
    expect(written('created', 'ASC')).toBe('?sort=created');
    expect(written('created', 'DESC')).toBe('');
    expect(written('id', 'ASC')).toBe('');
  });

  it('keeps what is not the list’s, and says nothing that goes without saying', () => {
    const usual = { perPage: 20, orders: ORDERS };
    expect(fromListSearch(listSearch({ q: 'a b' }), '?user=7&q=x', CONDITIONS, usual)).toBe(
      '?user=7&q=a+b',
    );
    expect(fromListSearch(listSearch({}), '?q=x&page=4', CONDITIONS, usual)).toBe('');
    expect(
      fromListSearch(listSearch({}, { page: '2', perPage: '50' }), '', CONDITIONS, usual),
    ).toBe('?page=2&perPage=50');
  });
});
