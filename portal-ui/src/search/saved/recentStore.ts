/** A search that was made on this machine. */
export type RecentSearch = {
  /** Query string of the search page. */
  query: string;
  /** What its area was called, as the address only holds numbers. */
  area: string | null;
};

const KEY = 'scenedock.recentSearches';

export const MAX_RECENT = 10;

function isRecent(value: unknown): value is RecentSearch {
  if (typeof value !== 'object' || value === null) return false;
  const { query, area } = value as Partial<RecentSearch>;
  return typeof query === 'string' && (area === null || typeof area === 'string');
}

function write(searches: RecentSearch[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // A full or forbidden storage only means that nothing is remembered.
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();
let last: { text: string | null; searches: RecentSearch[] } = { text: null, searches: [] };

/** The last ten, newest first; the same list as long as nothing changes. */
export function recentSearches(): RecentSearch[] {
  const text = localStorage.getItem(KEY);
  if (text === last.text) return last.searches;
  let stored: unknown = [];
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    // Something else wrote there; it is as good as nothing.
  }
  last = {
    text,
    searches: Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT) : [],
  };
  return last.searches;
}

/** Puts a search on top; one that was there already moves up. */
export function rememberSearch(search: RecentSearch): void {
  const others = recentSearches().filter(({ query }) => query !== search.query);
  write([search, ...others].slice(0, MAX_RECENT));
}

export function forgetSearch(query: string): void {
  write(recentSearches().filter((one) => one.query !== query));
}

export const forgetSearches = () => write([]);

export function onRecentChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
