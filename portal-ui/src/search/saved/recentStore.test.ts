import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  forgetSearch,
  forgetSearches,
  MAX_RECENT,
  onRecentChange,
  recentSearches,
  rememberSearch,
} from './recentStore';

const KEY = 'scenedock.recentSearches';
const queries = () => recentSearches().map(({ query }) => query);

afterEach(() => localStorage.clear());

describe('recent searches', () => {
  it('are the last ten, newest first, each once', () => {
    for (let at = 0; at < 12; at += 1) rememberSearch({ query: `q=${at}`, area: null });
    rememberSearch({ query: 'q=5', area: '北京市' });
    expect(queries()).toEqual([5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((at) => `q=${at}`));
    expect(recentSearches()).toHaveLength(MAX_RECENT);
    expect(recentSearches()[0]?.area).toBe('北京市');
  });

  it('can be removed one by one and all at once', () => {
    rememberSearch({ query: 'a', area: null });
    rememberSearch({ query: 'b', area: null });
    forgetSearch('b');
    expect(queries()).toEqual(['a']);
    forgetSearches();
    expect(queries()).toEqual([]);
  });

  it('tell who shows them', () => {
    const heard = vi.fn();
    const stop = onRecentChange(heard);
    rememberSearch({ query: 'a', area: null });
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    rememberSearch({ query: 'b', area: null });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it.each(['{', '"x"', '[1,{"query":7}]'])('survive %s in the storage', (text) => {
    localStorage.setItem(KEY, text);
    expect(queries()).toEqual([]);
  });
});
