import { describe, expect, it } from 'vitest';
import { decodeList, encodeList, type ListState, listQuery, NO_FILTERS } from './listState';

const decode = (text: string) => decodeList(new URLSearchParams(text));

describe('the address of an order list', () => {
  it('reads back what it wrote', () => {
    const state: ListState = {
      filters: { ...NO_FILTERS, ordername: '20261121WP', status: '-1', from: '2026-01-01' },
      page: 4,
      pageSize: 50,
      sort: 'ordername',
    };
    expect(decode(encodeList(state).toString())).toEqual(state);
  });

  it('is empty by default and takes nonsense as absent', () => {
    expect(encodeList(decode('page=0&pageSize=1.5&sort=unit')).toString()).toBe('');
    expect(encodeList(decode('page=-1&pageSize=100000')).toString()).toBe('');
  });
});

describe('the call behind a list', () => {
  it('asks for the states of its segment, whatever the address says', () => {
    expect(listQuery('pastAudit', decode('status=8'), 10).status).toBe('1,3');
    expect(listQuery('staySubmit', decode(''), 10).status).toBe('-1');
    expect(listQuery('all', decode('status=8'), 10).status).toBe('8');
  });

  it('asks for whole days in Beijing, newest first', () => {
    expect(listQuery('all', decode('from=2026-01-02&to=2026-01-03'), 9)).toMatchObject({
      from: '2026-01-02T00:00:00+08:00',
      to: '2026-01-04T00:00:00+08:00',
      pageSize: 9,
      sort: '-creattime',
    });
  });
});
