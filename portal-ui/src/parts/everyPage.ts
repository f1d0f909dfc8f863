import type { Page } from '@scenedock/ui-kit';

/** The most that the server gives at once. */
const LARGEST_PAGE = 1000;

/** Reads a list whole, page after page. */
export async function everyPage<T>(
  read: (query: { page: number; pageSize: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page += 1) {
    const part = await read({ page, pageSize: LARGEST_PAGE });
    items.push(...part.items);
    if (part.items.length === 0 || items.length >= part.total) return items;
  }
}
