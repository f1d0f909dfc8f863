import type { Messages, OfficePage } from '@scenedock/ui-kit';
import type { AdminMessages } from '../../i18n/zh';
import { AUDIT_DESK, listName, ORDER_LISTS } from '../../orders/list/lists';
import { orderPath } from '../../parts/orderPath';
import { DASHBOARD, offeredPages } from '../menuPages';

export const GROUPS = ['recent', 'pages', 'orders', 'users', 'tasks'] as const;

/** Somewhere to go. */
export interface PaletteEntry {
  group: (typeof GROUPS)[number];
  to: string;
  name: string;
  /** What tells it from its like. */
  note?: string;
}

/** Every page that the menu offers, in its order. */
export function pageEntries(
  offered: readonly OfficePage[],
  m: Messages,
  a: AdminMessages,
): PaletteEntry[] {
  const page = (to: string, name: string): PaletteEntry => ({ group: 'pages', to, name });
  return [
    ...(offered.includes('dashboard') ? [page(DASHBOARD, a.dashboard.title)] : []),
    ...(offered.includes('auditDesk') ? [page(AUDIT_DESK, a.desk.title)] : []),
    ...(offered.includes('orders')
      ? ORDER_LISTS.map(({ path, slug }) => page(path, listName(slug, a)))
      : []),
    ...offeredPages(offered).map(({ path, name }) => page(path, name(m, a))),
  ];
}

/** Entries whose name, or whose address, has every word of a text. */
export function matching(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, to }) => {
    const where = `${name} ${to}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
}

/** A place that somebody was at; that of a page is called as its page is in the language of now. */
export interface RecentPlace {
  path: string;
  name: string;
}

const ORDER = orderPath('');

/** The places among them that somebody may still open, but not where they are. */
export function recentEntries(
  places: readonly RecentPlace[],
  pages: readonly PaletteEntry[],
  here: string,
  seesOrders: boolean,
): PaletteEntry[] {
  return places.flatMap(({ path, name }): PaletteEntry[] => {
    if (path === here) return [];
    const page = pages.find(({ to }) => to === path);
    if (page !== undefined) return [{ ...page, group: 'recent' }];
    return seesOrders && path.startsWith(ORDER) ? [{ group: 'recent', to: path, name }] : [];
  });
}

const MAX_RECENT = 8;

/** The places with the newest first, each once. */
export function withPlace(places: readonly RecentPlace[], visited: RecentPlace): RecentPlace[] {
  return [visited, ...places.filter(({ path }) => path !== visited.path)].slice(0, MAX_RECENT);
}

const TASK = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Whether a text is the number of a task. */
export const isTaskNumber = (text: string) => TASK.test(text);
