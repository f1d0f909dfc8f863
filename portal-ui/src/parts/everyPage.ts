import type { Page } from '@scenedock/ui-kit';

const PAGE_SIZE = 200;

/** Reads a list whole, page after page. */
export async function everyPage<T>(
  read: (query: { page: number; pageSize: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page += 1) {
    const part = await read({ page, pageSize: PAGE_SIZE });
    items.push(...part.items);
    if (part.items.length === 0 || items.length >= part.total) return items;
  }
}
