import type { CatalogueSearch } from '@scenedock/ui-kit';

/** A search as the search page has it, for a subscription to keep. */
export type SearchedNow = {
  search: CatalogueSearch;
  /** The query string of the search page with the same search. */
  query: string;
  /** In words. */
  summary: string;
};
